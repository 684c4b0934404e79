// More functions of one tensor.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Tensor&)>
std::vector<Tensor> OfX(const OpParams& op) {
  return {kFunction(op.Input("x"))};
}

std::vector<Tensor> SquareCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {x * x};
}

std::vector<Tensor> RintCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {round(x, x.dtype())};
}

std::vector<Tensor> TruncCompute(const OpParams& op) {
  const Tensor x = op.Input("input_x");
  return {trunc(x, x.dtype())};
}

std::vector<Tensor> NanToNumCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), wide = Widen(x);
  const auto number = [&](const char* attr) { return Param(op.Float(attr), wide.dtype()); };
  const Tensor finite = vsel(visinf(wide), vsel(wide > 0, number("posinf"), number("neginf")), wide);
  return {cast_to(vsel(visnan(wide), number("nan"), finite), x.dtype())};
}

Tensor IsFiniteNumber(const Tensor& x) { return ~(visnan(x) | visinf(x)); }
Tensor IsPositiveInfinity(const Tensor& x) { return visinf(x) & (x > 0); }
Tensor IsNegativeInfinity(const Tensor& x) { return visinf(x) & (x < 0); }

REGISTER_OP_COMPUTE(Rsqrt, OfX<vrsqrt>);
REGISTER_OP_COMPUTE(Square, SquareCompute);
REGISTER_OP_COMPUTE(Expm1, OfX<vexpm1>);
REGISTER_OP_COMPUTE(Log1p, OfX<vlog1p>);
REGISTER_OP_COMPUTE(Rint, RintCompute);
REGISTER_OP_COMPUTE(Inv, OfX<vrec>);
REGISTER_OP_COMPUTE(Trunc, TruncCompute);
REGISTER_OP_COMPUTE(NanToNum, NanToNumCompute);
REGISTER_OP_COMPUTE(IsFinite, OfX<IsFiniteNumber>);
REGISTER_OP_COMPUTE(IsPosInf, OfX<IsPositiveInfinity>);
REGISTER_OP_COMPUTE(IsNegInf, OfX<IsNegativeInfinity>);

}  // namespace
}  // namespace tbe
