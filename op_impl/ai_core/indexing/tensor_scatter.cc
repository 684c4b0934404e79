// TensorScatter: an element of the cache is update's where its distance from the batch's first place is one of update's.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> TensorScatterCompute(const OpParams& op) {
  const Tensor cache = op.Input("past_cache"), update = op.Input("update");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + cache.rank() : op.Int("axis");
  const auto along = static_cast<size_t>(axis);
  const bool circular = op.String("mode") == "circular";
  if (update.shape()[along] == 0) return {cache};
  return {compute(cache.shape(), [&](std::vector<Expr> i) {
    const Expr held = extent(cache, axis), written = extent(update, axis);
    Expr first = op.HasInput("write_indices") ? at(op.Input("write_indices"), {i[0]}) : Expr(0);
    // Numbers far outside mean the same as these, and nothing overflows.
    first = circular ? vmod(first, held) : min(max(first, -written), held);
    const Expr distance = circular ? vmod(i[along] - first, held) : i[along] - first;
    const Expr old = at(cache, i);
    i[along] = min(max(distance, 0), written - 1);
    return select(distance >= 0 && distance < written, at(update, i), old);
  })};
}

REGISTER_OP_COMPUTE(TensorScatter, TensorScatterCompute);

}  // namespace
}  // namespace tbe
