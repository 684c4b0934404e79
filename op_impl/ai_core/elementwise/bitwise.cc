// Operations on the bits of integers.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> Bitwise(const OpParams& op) {
  return {kFunction(op.Input("x1"), op.Input("x2"))};
}

std::vector<Tensor> InvertCompute(const OpParams& op) { return {vnot(op.Input("x"))}; }

int64_t Bits(DataType dtype) {
  if (dtype == ge::DT_INT8 || dtype == ge::DT_UINT8) return 8;
  if (dtype == ge::DT_INT16 || dtype == ge::DT_UINT16) return 16;
  return dtype == ge::DT_INT32 || dtype == ge::DT_UINT32 ? 32 : 64;
}

template <Tensor (*kShift)(const Operand&, const Operand&)>
std::vector<Tensor> ClampedShift(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {kShift(x, clip(op.Input("y"), Bits(x.dtype()) - 1, 0))};
}

REGISTER_OP_COMPUTE(BitwiseAnd, Bitwise<vand>);
REGISTER_OP_COMPUTE(BitwiseOr, Bitwise<vor>);
REGISTER_OP_COMPUTE(BitwiseXor, Bitwise<vxor>);
REGISTER_OP_COMPUTE(Invert, InvertCompute);
REGISTER_OP_COMPUTE(LeftShift, ClampedShift<vshl>);
REGISTER_OP_COMPUTE(RightShift, ClampedShift<vshr>);

}  // namespace
}  // namespace tbe
