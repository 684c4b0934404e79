// GatherElements: each element of x along `dim`, at an int32 or int64 index of its own.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

std::vector<Tensor> GatherElementsCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), index = op.Input("index");
  const int64_t axis = op.Int("dim") < 0 ? op.Int("dim") + x.rank() : op.Int("dim");
  require_inside(index, "index", {x.shape()[static_cast<size_t>(axis)]}, NegativeIndex::kCountsFromEnd);
  return {compute(index.shape(), [&](std::vector<Expr> i) {
    const Expr place = cast(at(index, i), ge::DT_INT64);
    i[static_cast<size_t>(axis)] = select(place < 0, place + extent(x, axis), place);
    return at(x, i);
  })};
}

REGISTER_OP_COMPUTE(GatherElements, GatherElementsCompute);

}  // namespace
}  // namespace tbe
