// TensorScatter: an element of the cache comes from update if its distance from the batch's first place is a place of
// update.
#include <limits>

#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

std::vector<Tensor> TensorScatterCompute(const OpParams& op) {
  const Tensor cache = op.Input("past_cache"), update = op.Input("update");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + cache.rank() : op.Int("axis");
  const auto along = static_cast<size_t>(axis);
  const bool circular = op.String("mode") == "circular";
  if (update.shape()[along] == 0) return {cache};
  // Values inside of an index must fit 32 bits, so the remainder is taken before.
  Tensor first;
  if (op.HasInput("write_indices")) {
    first = op.Input("write_indices");
    const int64_t places = cache.shape()[along] - update.shape()[along] + 1;
    require_inside(first, "write_indices", {circular ? std::numeric_limits<int64_t>::max() : places});
    if (circular) first = vmod(first, Extent(cache, axis));
  }
  return {compute(cache.shape(), [&](std::vector<Expr> i) {
    const Expr held = extent(cache, axis), written = extent(update, axis);
    const Expr place = i[along] - (!first ? Expr(0) : at(first, {i[0]}));
    const Expr distance = circular ? vmod(place, held) : place;
    const Expr old = at(cache, i);
    i[along] = min(max(distance, 0), written - 1);
    return select(distance >= 0 && distance < written, at(update, i), old);
  })};
}

REGISTER_OP_COMPUTE(TensorScatter, TensorScatterCompute);

}  // namespace
}  // namespace tbe
