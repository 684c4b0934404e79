// GatherElements: each element of x along `axis`, at an int32 or int64 index of its own.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> GatherElementsCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), indices = op.Input("indices");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  return {compute(indices.shape(), [&](std::vector<Expr> i) {
    const Expr index = cast(at(indices, i), ge::DT_INT64);
    i[static_cast<size_t>(axis)] = select(index < 0, index + extent(x, axis), index);
    return at(x, i);
  })};
}

REGISTER_OP_COMPUTE(GatherElements, GatherElementsCompute);

}  // namespace
}  // namespace tbe
