// Gelu: x times the normal distribution function of x, exact ("none") or by tanh ("tanh").
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Computes x * (1 + tanh(u)) / 2 as x * sigmoid(2 u). The first form subtracts almost equal numbers where u is
// negative.
Tensor Approximated(const Tensor& x) {
  constexpr double kTwiceSqrtTwoOverPi = 1.59576912160573071176;
  return vsigmoid(kTwiceSqrtTwoOverPi * (x + 0.044715 * x * x * x));
}

std::vector<Tensor> GeluCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  constexpr double kSqrtHalf = 0.70710678118654752440;
  const Tensor y = op.String("approximate") == "tanh" ? x * Approximated(x) : 0.5 * x * (1.0 + verf(kSqrtHalf * x));
  return {cast_to(y, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Gelu, GeluCompute);

}  // namespace
}  // namespace tbe
