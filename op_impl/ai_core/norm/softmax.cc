// Softmax and LogSoftmax along `axis`. The largest element is subtracted first, so that no exponential is above 1.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

struct Shifted {
  Tensor x;        // minus the largest element
  Tensor exp_sum;  // of that, along the axis, which stays with extent 1
};

Shifted Shift(const OpParams& op, Tensor* exponentials) {
  Tensor x = Widen(op.Input("x"));
  // A scalar is its own only element.
  const Dims axis = x.rank() == 0 ? Dims() : Dims{op.Int("axis")};
  Tensor shifted = x - reduce_max(x, axis, true);
  *exponentials = vexp(shifted);
  return {shifted, reduce_sum(*exponentials, axis, true)};
}

std::vector<Tensor> SoftmaxCompute(const OpParams& op) {
  Tensor exponentials;
  const Shifted shifted = Shift(op, &exponentials);
  return {cast_to(exponentials / shifted.exp_sum, op.OutputDtype("y"))};
}

std::vector<Tensor> LogSoftmaxCompute(const OpParams& op) {
  Tensor exponentials;
  const Shifted shifted = Shift(op, &exponentials);
  return {cast_to(shifted.x - vlog(shifted.exp_sum), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Softmax, SoftmaxCompute);
REGISTER_OP_COMPUTE(LogSoftmax, LogSoftmaxCompute);

}  // namespace
}  // namespace tbe
