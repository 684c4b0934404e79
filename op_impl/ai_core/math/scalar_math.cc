// A tensor and a number.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

DataType ScalarMathType(DataType dtype) {
  const DataType wide = WideType(dtype);
  return wide == ge::DT_FLOAT ? wide : ge::DT_DOUBLE;
}

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> WithValue(const OpParams& op) {
  const Tensor x = op.Input("x");
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
