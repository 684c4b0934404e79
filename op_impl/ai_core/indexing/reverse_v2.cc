// ReverseV2: element i of a reversed axis is element last - i.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ReverseV2Compute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims axes = op.InputInts("axis");
  return {compute(x.shape(), [&](std::vector<Expr> i) {
    for (int64_t axis : axes) {
      Expr& index = i[static_cast<size_t>(axis < 0 ? axis + x.rank() : axis)];
      index = extent(x, axis < 0 ? axis + x.rank() : axis) - 1 - index;
    }
    return at(x, i);
  })};
}

REGISTER_OP_COMPUTE(ReverseV2, ReverseV2Compute);
REGISTER_OP_COMPUTE(ReverseV2D, ReverseV2Compute);

}  // namespace
}  // namespace tbe
