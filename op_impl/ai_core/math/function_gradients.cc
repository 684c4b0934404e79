// Gradients of functions of one tensor, computed in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// kFunction(y, dy): dy comes from behind.
template <Tensor (*kFunction)(const Tensor&, const Tensor&)>
std::vector<Tensor> TimesSlope(const OpParams& op) {
  const Tensor y = op.Input("y");
  return {cast_to(kFunction(Widen(y), Widen(op.Input("dy"))), y.dtype())};
}

Tensor AbsSlope(const Tensor& y, const Tensor& dy) { return dy * vsign(y); }
Tensor SqrtSlope(const Tensor& y, const Tensor& dy) { return 0.5 * dy / y; }
Tensor RsqrtSlope(const Tensor& y, const Tensor& dy) { return -0.5 * dy * y * y * y; }
Tensor ReciprocalSlope(const Tensor& y, const Tensor& dy) { return -dy * y * y; }
Tensor AsinSlope(const Tensor& y, const Tensor& dy) { return dy / vsqrt((1 - y) * (1 + y)); }
Tensor AcosSlope(const Tensor& y, const Tensor& dy) { return -AsinSlope(y, dy); }
Tensor AtanSlope(const Tensor& y, const Tensor& dy) { return dy / (1 + y * y); }
Tensor AsinhSlope(const Tensor& y, const Tensor& dy) { return dy / vcosh(y); }
Tensor AcoshSlope(const Tensor& y, const Tensor& dy) { return dy / vsinh(y); }
Tensor SigmoidSlope(const Tensor& y, const Tensor& dy) { return dy * y * (1 - y); }
Tensor TanhSlope(const Tensor& y, const Tensor& dy) { return dy * ((1 - y) * (1 + y)); }

std::vector<Tensor> InvGradCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {cast_to(ReciprocalSlope(Widen(x), Widen(op.Input("grad"))), x.dtype())};
}

REGISTER_OP_COMPUTE(AbsGrad, TimesSlope<AbsSlope>);
REGISTER_OP_COMPUTE(SqrtGrad, TimesSlope<SqrtSlope>);
REGISTER_OP_COMPUTE(RsqrtGrad, TimesSlope<RsqrtSlope>);
REGISTER_OP_COMPUTE(ReciprocalGrad, TimesSlope<ReciprocalSlope>);
REGISTER_OP_COMPUTE(InvGrad, InvGradCompute);
REGISTER_OP_COMPUTE(AsinGrad, TimesSlope<AsinSlope>);
REGISTER_OP_COMPUTE(AcosGrad, TimesSlope<AcosSlope>);
REGISTER_OP_COMPUTE(AtanGrad, TimesSlope<AtanSlope>);
REGISTER_OP_COMPUTE(AsinhGrad, TimesSlope<AsinhSlope>);
REGISTER_OP_COMPUTE(AcoshGrad, TimesSlope<AcoshSlope>);
REGISTER_OP_COMPUTE(SigmoidGrad, TimesSlope<SigmoidSlope>);
REGISTER_OP_COMPUTE(TanhGrad, TimesSlope<TanhSlope>);

}  // namespace
}  // namespace tbe
