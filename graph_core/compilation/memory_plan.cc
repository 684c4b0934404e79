#include "graph_core/compilation/memory_plan.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace opdk {
namespace {

// A block of no bytes counts as one unit: a null pointer means "absent", so each tensor needs an address.
size_t PlacedBytes(const Lifetime& lifetime) { return std::max(AlignUp(lifetime.bytes), kArenaAlignment); }

bool LiveTogether(const Lifetime& a, const Lifetime& b) { return a.first <= b.last && b.first <= a.last; }

struct Placement {
  std::vector<size_t> offsets;
  size_t planned = 0;
};

Placement PlaceInOrder(std::span<const Lifetime> lifetimes, const std::vector<size_t>& order) {
  Placement result{std::vector<size_t>(lifetimes.size()), 0};
  std::vector<size_t> placed;  // sorted by offset
  for (size_t current : order) {
    const size_t bytes = PlacedBytes(lifetimes[current]);
    size_t end = 0;  // highest byte taken so far by blocks that live at the same time
    size_t best = 0;
    size_t best_gap = std::numeric_limits<size_t>::max();
    for (size_t other : placed) {
      if (!LiveTogether(lifetimes[current], lifetimes[other])) continue;
      const size_t offset = result.offsets[other];
      if (offset > end && offset - end >= bytes && offset - end < best_gap) {
        best = end;
        best_gap = offset - end;
      }
      end = std::max(end, offset + PlacedBytes(lifetimes[other]));
    }
    if (best_gap == std::numeric_limits<size_t>::max()) best = end;
    result.offsets[current] = best;
    result.planned = std::max(result.planned, best + bytes);
    auto by_offset = [&](size_t a, size_t b) { return result.offsets[a] < result.offsets[b]; };
    placed.insert(std::upper_bound(placed.begin(), placed.end(), current, by_offset), current);
  }
  return result;
}

size_t LargestLiveSum(std::span<const Lifetime> lifetimes) {
  std::vector<std::pair<int64_t, int64_t>> changes;  // step, change of the live sum
  for (const Lifetime& lifetime : lifetimes) {
    const auto bytes = static_cast<int64_t>(PlacedBytes(lifetime));
    changes.emplace_back(lifetime.first, bytes);
    changes.emplace_back(int64_t{lifetime.last} + 1, -bytes);
  }
  std::sort(changes.begin(), changes.end());  // at one step releases come before acquisitions
  int64_t live = 0;
  int64_t largest = 0;
  for (const auto& [step, change] : changes) largest = std::max(largest, live += change);
  return static_cast<size_t>(largest);
}

}  // namespace

ArenaPlan PlanArena(std::span<const Lifetime> lifetimes, bool reuse) {
  ArenaPlan plan;
  for (const Lifetime& lifetime : lifetimes) {
    if (!reuse) plan.offsets.push_back(plan.without_reuse);
    plan.without_reuse += PlacedBytes(lifetime);
  }
  plan.theoretical_min = LargestLiveSum(lifetimes);
  plan.planned = plan.without_reuse;
  if (!reuse) return plan;

  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
  Placement best = PlaceInOrder(lifetimes, order);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lifetimes[a].first < lifetimes[b].first; });
  Placement by_time = PlaceInOrder(lifetimes, order);
  if (by_time.planned < best.planned) best = std::move(by_time);
  plan.offsets = std::move(best.offsets);
  plan.planned = best.planned;
  return plan;
}

}  // namespace opdk
