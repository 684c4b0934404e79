// Three blocks, alignment 64:
//
//   block   bytes   steps     by size: the largest first, each where the blocks that live with it leave room
//   A       128     0 to 1    offset 0
//   C       128     2 to 3    offset 0: A has ended
//   B       64      1 to 2    offset 128: it lives with both
//
//   planned 192, theoretical minimum 192 (A and B at step 1), without reuse 320
#include "graph_core/compilation/memory_plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include "graph_core/base/aligned_memory.h"

namespace opdk {
namespace {

// Returns the bytes that a block takes, at least one unit: a null pointer means "absent", so each tensor needs an
// address.
size_t PlacedBytes(const Lifetime& lifetime) { return std::max(AlignUp(lifetime.bytes), kArenaAlignment); }

bool LiveTogether(const Lifetime& a, const Lifetime& b) { return a.first <= b.last && b.first <= a.last; }

struct PlacedBlock {
  std::vector<size_t> offsets;
  size_t planned = 0;
};

// The free bytes below `top`, as gaps that never touch each other.
class Gaps {
 public:
  // Takes the smallest gap that fits, the first of several; without one, bytes above all blocks.
  size_t Take(size_t bytes) {
    const auto fits = by_size_.lower_bound({bytes, 0});
    if (fits == by_size_.end()) return std::exchange(top_, top_ + bytes);
    const auto [size, offset] = *fits;
    Erase(by_offset_.find(offset));
    if (size > bytes) Insert(offset + bytes, size - bytes);
    return offset;
  }

  void Give(size_t offset, size_t bytes) {
    auto above = by_offset_.upper_bound(offset);
    if (above != by_offset_.begin()) {
      const auto below = std::prev(above);
      if (below->first + below->second == offset) {
        offset = below->first;
        bytes += below->second;
        Erase(below);
      }
    }
    if (above != by_offset_.end() && offset + bytes == above->first) {
      bytes += above->second;
      Erase(above);
    }
    if (offset + bytes == top_) {
      top_ = offset;
    } else {
      Insert(offset, bytes);
    }
  }

 private:
  using ByOffset = std::map<size_t, size_t>;
  void Insert(size_t offset, size_t bytes) {
    by_offset_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
  }
  void Erase(ByOffset::iterator gap) {
    by_size_.erase({gap->second, gap->first});
    by_offset_.erase(gap);
  }

  ByOffset by_offset_;
  std::set<std::pair<size_t, size_t>> by_size_;
  size_t top_ = 0;
};

// Places the blocks in the order in which they come to life. Blocks that live together are those that haven't ended, so
// it is enough to keep a list of gaps.
PlacedBlock PlaceByTime(std::span<const Lifetime> lifetimes) {
  PlacedBlock result{std::vector<size_t>(lifetimes.size()), 0};
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lifetimes[a].first < lifetimes[b].first; });
  const auto ends_later = [&](size_t a, size_t b) { return lifetimes[a].last > lifetimes[b].last; };
  std::priority_queue<size_t, std::vector<size_t>, decltype(ends_later)> live(ends_later);
  Gaps gaps;
  for (const size_t current : order) {
    for (; !live.empty() && lifetimes[live.top()].last < lifetimes[current].first; live.pop()) {
      gaps.Give(result.offsets[live.top()], PlacedBytes(lifetimes[live.top()]));
    }
    const size_t bytes = PlacedBytes(lifetimes[current]);
    result.offsets[current] = gaps.Take(bytes);
    result.planned = std::max(result.planned, result.offsets[current] + bytes);
    live.push(current);
  }
  return result;
}

// Returns the blocks by falling `weight`.
template <typename Weight>
std::vector<size_t> OrderByWeight(std::span<const Lifetime> lifetimes, const Weight& weight) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weight(lifetimes[a]) > weight(lifetimes[b]); });
  return order;
}

// Places the blocks in this order. Each block is compared with all blocks that were placed before.
PlacedBlock PlaceInOrder(std::span<const Lifetime> lifetimes, const HasEnded& has_ended,
                         const std::vector<size_t>& order) {
  const auto may_share = [&](size_t a, size_t b) {
    if (LiveTogether(lifetimes[a], lifetimes[b])) return false;
    return !has_ended || (lifetimes[a].last < lifetimes[b].first ? has_ended(a, b) : has_ended(b, a));
  };
  PlacedBlock result{std::vector<size_t>(lifetimes.size()), 0};
  std::vector<size_t> placed;  // sorted by offset
  for (size_t current : order) {
    const size_t bytes = PlacedBytes(lifetimes[current]);
    size_t end = 0;  // highest byte so far of blocks that live at the same time
    size_t best = 0;
    size_t best_gap = std::numeric_limits<size_t>::max();
    for (size_t other : placed) {
      if (may_share(current, other)) continue;
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

// Places the block that reaches highest earlier, again and again, because blocks that are placed early find room below.
void LowerTheHighest(std::span<const Lifetime> lifetimes, const HasEnded& has_ended, std::vector<size_t> order,
                     size_t least, PlacedBlock& best) {
  // Bounds that keep this to a few milliseconds.
  constexpr size_t kMostRounds = 64, kMostComparisons = size_t{1} << 23;
  const size_t rounds =
      std::min(kMostRounds, kMostComparisons / std::max<size_t>(1, lifetimes.size() * lifetimes.size()));
  for (size_t round = 0; round < rounds && best.planned > least; ++round) {
    PlacedBlock placed = PlaceInOrder(lifetimes, has_ended, order);
    const auto highest = std::find_if(order.begin(), order.end(), [&](size_t block) {
      return placed.offsets[block] + PlacedBytes(lifetimes[block]) == placed.planned;
    });
    std::rotate(order.begin() + (highest - order.begin()) / 2, highest, highest + 1);
    if (placed.planned < best.planned) best = std::move(placed);
  }
}

// Tries to place by size, by size times length of life, and by length of life: long lives stand in the way of more
// blocks. Then improves the order by size times length step by step.
void PlaceBetter(std::span<const Lifetime> lifetimes, const HasEnded& has_ended, size_t least, PlacedBlock& best) {
  const auto bytes = [](const Lifetime& life) { return static_cast<double>(life.bytes); };
  const auto length = [](const Lifetime& life) { return 1.0 + life.last - life.first; };
  const auto area = [&](const Lifetime& life) { return bytes(life) * length(life); };
  for (const auto& order :
       {OrderByWeight(lifetimes, bytes), OrderByWeight(lifetimes, area), OrderByWeight(lifetimes, length)}) {
    if (!best.offsets.empty() && best.planned <= least) return;
    PlacedBlock placed = PlaceInOrder(lifetimes, has_ended, order);
    if (best.offsets.empty() || placed.planned <= best.planned) best = std::move(placed);
  }
  LowerTheHighest(lifetimes, has_ended, OrderByWeight(lifetimes, area), least, best);
}

}  // namespace

ArenaPlan PlanArena(std::span<const Lifetime> lifetimes, bool reuse, const HasEnded& has_ended) {
  ArenaPlan plan;
  for (const Lifetime& lifetime : lifetimes) {
    if (!reuse) plan.offsets.push_back(plan.without_reuse);
    plan.without_reuse += PlacedBytes(lifetime);
  }
  plan.theoretical_min = LargestLiveSum(lifetimes);
  plan.planned = plan.without_reuse;
  if (!reuse) return plan;

  PlacedBlock best;
  if (!has_ended) best = PlaceByTime(lifetimes);
  if (has_ended || lifetimes.size() <= kMostPlacedBySize) {
    PlaceBetter(lifetimes, has_ended, plan.theoretical_min, best);
  }
  plan.offsets = std::move(best.offsets);
  plan.planned = best.planned;
  return plan;
}

}  // namespace opdk
