// RotaryMul, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

std::vector<Tensor> RotaryMulCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  const int64_t half = x.shape().back() / 2, axis = x.rank() - 1;
  const std::vector<Tensor> halves = split(x, axis, {half, half});
  const Tensor rotated = concat({-halves[1], halves[0]}, axis);
  const Tensor y = x * Widen(op.Input("r1")) + rotated * Widen(op.Input("r2"));
  return {cast_to(y, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(RotaryMul, RotaryMulCompute);

}  // namespace
}  // namespace tbe
