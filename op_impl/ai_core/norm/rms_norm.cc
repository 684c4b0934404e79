// RmsNorm over the axes that gamma has: y, and the 1 / sqrt(mean(x^2) + epsilon) it used.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

std::vector<Tensor> RmsNormCompute(const OpParams& op) {
  Tensor x = Widen(op.Input("x")), gamma = Widen(op.Input("gamma"));
  Dims axes;
  for (int64_t axis = x.rank() - gamma.rank(); axis < x.rank(); ++axis) axes.push_back(axis);
  Tensor rstd = vrsqrt(reduce_mean(x * x, axes, true) + FloatParam(op, "epsilon", x));
  return {cast_to(x * rstd * gamma, op.OutputDtype("y")), cast_to(rstd, op.OutputDtype("rstd"))};
}

REGISTER_OP_COMPUTE(RmsNorm, RmsNormCompute);

}  // namespace
}  // namespace tbe
