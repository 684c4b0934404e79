// The functions of one tensor.
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

REGISTER_OP_COMPUTE(Abs, Unary<vabs>);
REGISTER_OP_COMPUTE(Neg, Unary<vneg>);
REGISTER_OP_COMPUTE(Sign, Unary<vsign>);
REGISTER_OP_COMPUTE(Exp, Unary<vexp>);
REGISTER_OP_COMPUTE(Log, Unary<vlog>);
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
REGISTER_OP_COMPUTE(Round, RoundInPlace<round>);

}  // namespace
}  // namespace tbe
