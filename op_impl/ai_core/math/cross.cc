// Cross: of three elements along an axis, each from the two that follow it around the axis.
#include "op_proto/math/cross_axis.h"
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> CrossCompute(const OpParams& op) {
  const Dims& shape = op.OutputShape("y");
  const DataType type = op.OutputDtype("y");
  // Floats are computed in double, in which the difference of their products neither overflows nor cancels.
  const bool real = type == ge::DT_FLOAT || type == ge::DT_FLOAT16 || type == ge::DT_BF16;
  const auto wide = [&](const char* port) {
    return broadcast(cast_to(op.Input(port), real ? ge::DT_DOUBLE : type), shape);
  };
  const Tensor a = wide("x1"), b = wide("x2");
  const auto axis = static_cast<size_t>(opdk::CrossAxis(shape, op.Int("dim")));
  const Tensor product = compute(shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> next = i, last = i;
    next[axis] = select(i[axis] == 2, 0, i[axis] + 1);
    last[axis] = select(i[axis] == 0, 2, i[axis] - 1);
    return at(a, next) * at(b, last) - at(a, last) * at(b, next);
  });
  return {cast_to(product, type)};
}

REGISTER_OP_COMPUTE(Cross, CrossCompute);

}  // namespace
}  // namespace tbe
