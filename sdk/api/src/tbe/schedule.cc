#include "tbe/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sdk/api/src/tbe/build.h"

namespace tbe {
namespace {

constexpr const char* kCall = "schedule_hint(x, hints)";

void AddTile(const Tensor& x, const ScheduleHints::Tile& tile, std::vector<ScheduleHints::Tile>& tiles) {
  const int64_t axis = NormalizeAxis(kCall, tile.axis, x.rank());
  if (tile.size < 1) {
    Fail(kCall,
         fmt::format("a tile of {} elements along axis {} of {}: at least 1", tile.size, tile.axis, Describe(x)));
  }
  const auto known = std::find_if(tiles.begin(), tiles.end(), [&](const auto& other) { return other.axis == axis; });
  if (known == tiles.end()) {
    tiles.push_back({axis, tile.size});
  } else if (known->size != tile.size) {
    Fail(kCall, fmt::format("tiles of {} and of {} elements along axis {} of {}: one of them", known->size, tile.size,
                            axis, Describe(x)));
  }
}

}  // namespace

Tensor schedule_hint(const Tensor& x, const ScheduleHints& hints) {
  RequirePresent(kCall, x);
  if (x->kind == Kind::kInput || x->kind == Kind::kConst || x->kind == Kind::kParam) {
    Fail(kCall, fmt::format("x is {} {}, which no kernel computes: hint a value that is computed from it",
                            x->kind == Kind::kInput ? "an input," : "a number,", Describe(x)));
  }
  TensorNode node = *x;
  node.hints.materialize |= hints.materialize;
  node.hints.recompute |= hints.recompute;
  node.hints.no_fuse |= hints.no_fuse;
  if (node.hints.materialize && node.hints.recompute) {
    Fail(kCall, fmt::format("both materialize and recompute for {}: one of them", Describe(x)));
  }
  for (const ScheduleHints::Tile& tile : hints.tiles) AddTile(x, tile, node.hints.tiles);
  if (hints.parallel_above) {
    if (*hints.parallel_above < 0) {
      Fail(kCall, fmt::format("parallel_above {} for {}: a number of elements, 0 or more", *hints.parallel_above,
                              Describe(x)));
    }
    node.hints.parallel_above = hints.parallel_above;
  }
  return Make(kCall, std::move(node));
}

}  // namespace tbe
