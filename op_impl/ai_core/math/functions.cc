// The functions of one tensor.
#include <cmath>
#include <limits>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Tensor&)>
std::vector<Tensor> Unary(const OpParams& op) {
  return {kFunction(op.Input("x"))};
}

// Rounding that stays in the tensor's dtype.
template <Tensor (*kFunction)(const Tensor&, DataType)>
Tensor InPlace(const Tensor& x) {
  return kFunction(x, x.dtype());
}

// Computes scale * x + shift, in float for the 16-bit floats. Returns x itself where scale is 1 and shift is 0.
Tensor Scaled(const OpParams& op) {
  Tensor x = op.Input("x");
  if (op.Float("scale") == 1 && op.Float("shift") == 0) return x;
  x = Widen(x);
  return x * Param(op.Float("scale"), x.dtype()) + Param(op.Float("shift"), x.dtype());
}

std::vector<Tensor> ExpCompute(const OpParams& op) {
  const ge::DataType dtype = op.Input("x").dtype();
  Tensor x = Scaled(op);
  if (op.Float("base") == -1) return {cast_to(vexp(x), dtype)};
  x = Widen(x);
  return {cast_to(vpow(Param(op.Float("base"), x.dtype()), x), dtype)};
}

std::vector<Tensor> LogCompute(const OpParams& op) {
  const ge::DataType dtype = op.Input("x").dtype();
  Tensor x = Scaled(op);
  if (op.Float("base") == -1) return {cast_to(vlog(x), dtype)};
  x = Widen(x);
  return {cast_to(vlog(x) / vlog(Param(op.Float("base"), x.dtype())), dtype)};
}

// Numbers too large for a digit behind the point to be rounded away stay as they are.
std::vector<Tensor> RoundCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  if (op.Int("decimals") == 0) return {round(x, x.dtype())};
  Tensor wide = cast_to(x, ge::DT_DOUBLE);
  Tensor power = Param(std::pow(10.0, static_cast<double>(op.Int("decimals"))), ge::DT_DOUBLE);
  Tensor rounded = round(wide * power, ge::DT_DOUBLE) / power;
  return {cast_to(vsel(vabs(rounded) < std::numeric_limits<double>::infinity(), rounded, wide), x.dtype())};
}

Tensor Square(const Tensor& x) { return x * x; }

std::vector<Tensor> TruncCompute(const OpParams& op) { return {InPlace<trunc>(op.Input("input_x"))}; }

std::vector<Tensor> NanToNumCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), wide = Widen(x);
  const auto number = [&](const char* attr) { return Param(op.Float(attr), wide.dtype()); };
  const Tensor finite = vsel(visinf(wide), vsel(wide > 0, number("posinf"), number("neginf")), wide);
  return {cast_to(vsel(visnan(wide), number("nan"), finite), x.dtype())};
}

Tensor IsFiniteNumber(const Tensor& x) { return ~(visnan(x) | visinf(x)); }
Tensor IsPositiveInfinity(const Tensor& x) { return visinf(x) & (x > 0); }
Tensor IsNegativeInfinity(const Tensor& x) { return visinf(x) & (x < 0); }

REGISTER_OP_COMPUTE(Abs, Unary<vabs>);
REGISTER_OP_COMPUTE(Neg, Unary<vneg>);
REGISTER_OP_COMPUTE(Sign, Unary<vsign>);
REGISTER_OP_COMPUTE(Exp, ExpCompute);
REGISTER_OP_COMPUTE(Log, LogCompute);
REGISTER_OP_COMPUTE(Sqrt, Unary<vsqrt>);
REGISTER_OP_COMPUTE(Reciprocal, Unary<vrec>);
REGISTER_OP_COMPUTE(Erf, Unary<verf>);
REGISTER_OP_COMPUTE(Sin, Unary<vsin>);
REGISTER_OP_COMPUTE(Cos, Unary<vcos>);
REGISTER_OP_COMPUTE(Tan, Unary<vtan>);
REGISTER_OP_COMPUTE(Asin, Unary<vasin>);
REGISTER_OP_COMPUTE(Acos, Unary<vacos>);
REGISTER_OP_COMPUTE(Atan, Unary<vatan>);
REGISTER_OP_COMPUTE(Sinh, Unary<vsinh>);
REGISTER_OP_COMPUTE(Cosh, Unary<vcosh>);
REGISTER_OP_COMPUTE(Asinh, Unary<vasinh>);
REGISTER_OP_COMPUTE(Acosh, Unary<vacosh>);
REGISTER_OP_COMPUTE(Atanh, Unary<vatanh>);
REGISTER_OP_COMPUTE(Floor, Unary<InPlace<floor>>);
REGISTER_OP_COMPUTE(Ceil, Unary<InPlace<ceil>>);
REGISTER_OP_COMPUTE(Round, RoundCompute);
REGISTER_OP_COMPUTE(Rsqrt, Unary<vrsqrt>);
REGISTER_OP_COMPUTE(Square, Unary<Square>);
REGISTER_OP_COMPUTE(Expm1, Unary<vexpm1>);
REGISTER_OP_COMPUTE(Log1p, Unary<vlog1p>);
REGISTER_OP_COMPUTE(Rint, Unary<InPlace<round>>);
REGISTER_OP_COMPUTE(Inv, Unary<vrec>);
REGISTER_OP_COMPUTE(Trunc, TruncCompute);
REGISTER_OP_COMPUTE(NanToNum, NanToNumCompute);
REGISTER_OP_COMPUTE(IsFinite, Unary<IsFiniteNumber>);
REGISTER_OP_COMPUTE(IsPosInf, Unary<IsPositiveInfinity>);
REGISTER_OP_COMPUTE(IsNegInf, Unary<IsNegativeInfinity>);

}  // namespace
}  // namespace tbe
