// Pow: x1 to the power x2, in the dtype of x1.
#include "tbe/dsl.h"

namespace tbe {
namespace {

bool IsFloat(const Tensor& x) {
  return x.dtype() == ge::DT_FLOAT || x.dtype() == ge::DT_FLOAT16 || x.dtype() == ge::DT_BF16 ||
         x.dtype() == ge::DT_DOUBLE;
}

std::vector<Tensor> PowCompute(const OpParams& op) {
  Tensor base = op.Input("x1"), exponent = op.Input("x2");
  // An integer to a real power: 2 to the 0.5 is 1.41…, then 1.
  if (!IsFloat(base) && IsFloat(exponent)) {
    Tensor power = vpow(cast_to(base, ge::DT_DOUBLE), cast_to(exponent, ge::DT_DOUBLE));
    return {cast_to(power, base.dtype())};
  }
  return {vpow(base, cast_to(exponent, base.dtype()))};
}

REGISTER_OP_COMPUTE(Pow, PowCompute);

}  // namespace
}  // namespace tbe
