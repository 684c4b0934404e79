// QuantizeLinear and DequantizeLinear, with one scale for the tensor, for each index of an axis or for each block of
// it.
#include "op_impl/ai_core/common/optional_input.h"

namespace tbe {
namespace {

// Reshapes numbers so that they broadcast to x: one number, a list along the operator's axis, or a number for each
// block along it.
Tensor AlongAxis(const OpParams& op, const Tensor& numbers, const Tensor& x) {
  if (numbers.rank() == 0 || (numbers.rank() == 1 && numbers.shape()[0] == 1)) return reshape(numbers, {});
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  if (const int64_t block = op.Int("block_size"); block > 0) {
    const Tensor size = Param(static_cast<double>(block), ge::DT_INT64);
    return compute(x.shape(), [&](std::vector<Expr> i) {
      i[static_cast<size_t>(axis)] = i[static_cast<size_t>(axis)] / at(size, {});
      return at(numbers, i);
    });
  }
  // Without such an axis only one number fits. reshape refuses more numbers.
  if (axis < 0 || axis >= static_cast<int64_t>(x.rank())) return reshape(numbers, {});
  Dims shape(static_cast<size_t>(x.rank() - axis), 1);
  shape[0] = numbers.shape()[0];
  return reshape(numbers, shape);
}

std::vector<Tensor> QuantizeLinearCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  Tensor y = round(cast_to(x, ge::DT_FLOAT) / AlongAxis(op, op.Input("y_scale"), x), ge::DT_FLOAT);
  if (const Tensor zero = ZeroPoint(op, "y_zero_point")) y = y + cast_to(AlongAxis(op, zero, x), ge::DT_FLOAT);
  return {cast_to(y, op.OutputDtype("y"))};
}

std::vector<Tensor> DequantizeLinearCompute(const OpParams& op) {
  Tensor x = cast_to(op.Input("x"), ge::DT_INT32);
  if (const Tensor zero = ZeroPoint(op, "x_zero_point")) x = x - cast_to(AlongAxis(op, zero, x), ge::DT_INT32);
  return {cast_to(x, ge::DT_FLOAT) * AlongAxis(op, op.Input("x_scale"), x)};
}

REGISTER_OP_COMPUTE(QuantizeLinear, QuantizeLinearCompute);
REGISTER_OP_COMPUTE(DequantizeLinear, DequantizeLinearCompute);

}  // namespace
}  // namespace tbe
