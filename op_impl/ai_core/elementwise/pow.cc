// Pow: x1 to the power x2, in the dtype of x1.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Returns the exponent. A number of the model is an argument of the kernel, so that one kernel serves all numbers. A
// number whose power is a few multiplications, divisions or roots becomes part of the kernel.
Tensor Exponent(const Tensor& given, ge::DataType dtype) {
  const TensorNode* number = given.get();
  while (number->kind == Kind::kBroadcast) number = number->inputs[0].get();
  if (number->kind == Kind::kParam) {
    const double value = std::visit([](auto n) { return static_cast<double>(n); }, number->value);
    for (double cheap : {2.0, 0.5, -1.0, 3.0, -0.5, -2.0, 1.0, 0.0}) {
      if (value != cheap) continue;
      const Tensor exponent = Const(value, dtype);
      return given.rank() == 0 ? exponent : broadcast(exponent, given.shape());
    }
  }
  return cast_to(given, dtype);
}

std::vector<Tensor> PowCompute(const OpParams& op) {
  Tensor base = op.Input("x1"), exponent = op.Input("x2");
  // An integer to a real power: 2 to the 0.5 is 1.41…, then 1.
  if (!IsFloat(base) && IsFloat(exponent)) {
    Tensor power = vpow(cast_to(base, ge::DT_DOUBLE), cast_to(exponent, ge::DT_DOUBLE));
    return {cast_to(power, base.dtype())};
  }
  if (!IsFloat(base)) return {vpow(base, cast_to(exponent, base.dtype()))};
  return {vpow(base, Exponent(exponent, base.dtype()))};
}

REGISTER_OP_COMPUTE(Pow, PowCompute);

}  // namespace
}  // namespace tbe
