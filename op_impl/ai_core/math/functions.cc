// The functions of one tensor.
#include <cmath>
#include <limits>

#include "op_impl/ai_core/common/precision.h"
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Tensor&)>
std::vector<Tensor> Unary(const OpParams& op) {
  return {kFunction(op.Input("x"))};
}

// Rounding that stays in the tensor's dtype.
template <Tensor (*kFunction)(const Tensor&, DataType)>
std::vector<Tensor> RoundInPlace(const OpParams& op) {
  Tensor x = op.Input("x");
  return {kFunction(x, x.dtype())};
}

// scale * x + shift in float for the 16-bit floats; x itself where that is what it says.
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
REGISTER_OP_COMPUTE(Floor, RoundInPlace<floor>);
REGISTER_OP_COMPUTE(Ceil, RoundInPlace<ceil>);
REGISTER_OP_COMPUTE(Round, RoundCompute);

}  // namespace
}  // namespace tbe
