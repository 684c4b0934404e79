// SoftmaxV2 and LogSoftmaxV2, in float for the 16-bit floats.
#include "op_impl/ai_core/common/log_softmax.h"

namespace tbe {
namespace {

std::vector<Tensor> SoftmaxV2Compute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  const Dims axes = AxesOf(op, "axes", x);
  const Tensor exponentials = vexp(x - reduce_max(x, axes, true));
  return {cast_to(exponentials / reduce_sum(exponentials, axes, true), op.OutputDtype("y"))};
}

std::vector<Tensor> LogSoftmaxV2Compute(const OpParams& op) {
  const Tensor x = Widen(op.Input("logits"));
  return {cast_to(LogSoftmax(x, AxesOf(op, "axes", x)), op.OutputDtype("logsoftmax"))};
}

REGISTER_OP_COMPUTE(SoftmaxV2, SoftmaxV2Compute);
REGISTER_OP_COMPUTE(LogSoftmaxV2, LogSoftmaxV2Compute);

}  // namespace
}  // namespace tbe
