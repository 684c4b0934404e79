// Gelu: x times the normal distribution function of x, exact ("none") or by tanh ("tanh").
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

std::vector<Tensor> GeluCompute(const OpParams& op) {
  Tensor x = Widen(op.Input("x"));
  constexpr double kSqrtHalf = 0.70710678118654752440;
  constexpr double kSqrtTwoOverPi = 0.79788456080286535588;
  Tensor distribution =
      op.String("approximate") == "tanh" ? vtanh(kSqrtTwoOverPi * (x + 0.044715 * x * x * x)) : verf(kSqrtHalf * x);
  return {cast_to(0.5 * x * (1.0 + distribution), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Gelu, GeluCompute);

}  // namespace
}  // namespace tbe
