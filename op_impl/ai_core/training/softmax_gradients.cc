// The gradients of softmax and the losses that contain it, in float for the 16-bit floats.
#include "op_impl/ai_core/common/log_softmax.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

std::vector<Tensor> SoftmaxGradCompute(const OpParams& op) {
  const Tensor y = Widen(op.Input("softmax")), gradient = Widen(op.Input("grad_softmax"));
  const Tensor sum = reduce_sum(gradient * y, AxesOf(op, "axes", y), true);
  return {cast_to((gradient - sum) * y, op.OutputDtype("grad_x"))};
}

std::vector<Tensor> SoftmaxGradExtCompute(const OpParams& op) {
  const Tensor gradient = Widen(op.Input("grad")), x1 = Widen(op.Input("x1")), x2 = Widen(op.Input("x2"));
  const Tensor sum = reduce_sum(gradient * x1, gradient.rank() == 0 ? Dims() : Dims{op.Int("axes")}, true);
  return {cast_to((gradient - sum) * x1 * x2, op.OutputDtype("y"))};
}

std::vector<Tensor> LogSoftmaxGradCompute(const OpParams& op) {
  const Tensor y = Widen(op.Input("x")), gradient = Widen(op.Input("grad"));
  const Tensor sum = reduce_sum(gradient, AxesOf(op, "axis", y), true);
  return {cast_to(gradient - vexp(y) * sum, op.OutputDtype("y"))};
}

// Computes the loss of each row. A label of 0 gives no loss, even where the class has an infinite logarithm.
std::vector<Tensor> RowLoss(const OpParams& op, const Tensor& features, const Tensor& labels) {
  const Tensor logarithms = LogSoftmax(features, {1});
  const Tensor loss = -reduce_sum(vsel(vcmp(labels, 0, "eq"), 0, labels * logarithms), {1}, false);
  return {cast_to(loss, op.OutputDtype("loss")), cast_to(vexp(logarithms) - labels, op.OutputDtype("backprop"))};
}

std::vector<Tensor> SoftmaxCrossEntropyWithLogitsCompute(const OpParams& op) {
  return RowLoss(op, Widen(op.Input("features")), Widen(op.Input("labels")));
}

std::vector<Tensor> SparseSoftmaxCrossEntropyWithLogitsCompute(const OpParams& op) {
  const Tensor features = Widen(op.Input("features")), labels = cast_to(op.Input("labels"), ge::DT_INT64);
  require_inside(labels, "labels", {features.shape()[1]});
  const Tensor one_hot = compute(
      features.shape(), [&](const std::vector<Expr>& i) { return cast(at(labels, {i[0]}) == i[1], features.dtype()); });
  return RowLoss(op, features, one_hot);
}

REGISTER_OP_COMPUTE(SoftmaxGrad, SoftmaxGradCompute);
REGISTER_OP_COMPUTE(SoftmaxGradExt, SoftmaxGradExtCompute);
REGISTER_OP_COMPUTE(LogSoftmaxGrad, LogSoftmaxGradCompute);
REGISTER_OP_COMPUTE(SoftmaxCrossEntropyWithLogits, SoftmaxCrossEntropyWithLogitsCompute);
REGISTER_OP_COMPUTE(SparseSoftmaxCrossEntropyWithLogits, SparseSoftmaxCrossEntropyWithLogitsCompute);

}  // namespace
}  // namespace tbe
