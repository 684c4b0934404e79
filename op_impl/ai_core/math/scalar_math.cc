// A tensor and a number.
#include <cmath>
#include <limits>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

DataType ScalarMathType(DataType dtype) {
  const DataType wide = WideType(dtype);
  return wide == ge::DT_FLOAT ? wide : ge::DT_DOUBLE;
}

// Computes a function of int64 with an integer, with saturation: the wrapped result, unless the result in double shows
// that it wrapped.
template <Tensor (*kFunction)(const Operand&, const Operand&)>
Tensor ExactOf(const Tensor& x, int64_t value) {
  const Tensor wrapped = kFunction(x, Param(value, ge::DT_INT64));
  const Tensor wide = kFunction(cast_to(x, ge::DT_DOUBLE), Param(static_cast<double>(value), ge::DT_DOUBLE));
  const double end = std::ldexp(1.0, 63);
  // Close to the end doubles are too coarse to tell, but a wrapped result has the other sign.
  const Tensor above = (wide >= 1.5 * end) | ((wide >= end) & (wrapped < 0));
  const Tensor below = (wide <= -1.5 * end) | ((wide <= -end) & (wrapped >= 0));
  return vsel(above, Const(std::numeric_limits<int64_t>::max(), ge::DT_INT64),
              vsel(below, Const(std::numeric_limits<int64_t>::min(), ge::DT_INT64), wrapped));
}

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> WithValue(const OpParams& op) {
  const Tensor x = op.Input("x");
  const double value = op.Float("value");
  if (x.dtype() == ge::DT_INT64 && std::trunc(value) == value && std::abs(value) < std::ldexp(1.0, 63)) {
    return {ExactOf<kFunction>(x, static_cast<int64_t>(value))};
  }
  const DataType type = ScalarMathType(x.dtype());
  return {cast_to(kFunction(cast_to(x, type), Param(op.Float("value"), type)), x.dtype())};
}

std::vector<Tensor> FillsCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {broadcast(cast_to(Param(op.Float("value"), ge::DT_DOUBLE), x.dtype()), x.shape())};
}

template <int kValue>
std::vector<Tensor> SameEverywhere(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {broadcast(Const(int64_t{kValue}, x.dtype()), x.shape())};
}

REGISTER_OP_COMPUTE(Adds, WithValue<vadd>);
REGISTER_OP_COMPUTE(Muls, WithValue<vmul>);
REGISTER_OP_COMPUTE(Fills, FillsCompute);
REGISTER_OP_COMPUTE(ZerosLike, SameEverywhere<0>);
REGISTER_OP_COMPUTE(OnesLike, SameEverywhere<1>);

}  // namespace
}  // namespace tbe
