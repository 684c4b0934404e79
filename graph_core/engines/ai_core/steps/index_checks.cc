#include "graph_core/engines/ai_core/steps/index_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>

#include "graph_core/engines/ai_core/direct/index_range.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

// Indices that are worth a second thread.
constexpr int64_t kGrain = 1 << 16;

// The indices of an axis.
struct Range {
  Range(const IndexCheck& check, size_t axis)
      : low(check.from_end ? -check.extents[axis] : 0), high(check.extents[axis] - 1) {}
  bool Holds(int64_t index) const { return AreInside(&index, 1, low, high); }

  int64_t low, high;
};

template <typename T>
bool BlockIsInside(const IndexCheck& check, const T* indices, int64_t begin, int64_t end) {
  const auto period = static_cast<int64_t>(check.extents.size());
  if (const Range all(check, 0); period == 1) return AreInside(indices + begin, end - begin, all.low, all.high);
  bool inside = true;
  for (int64_t axis = 0; axis < period; ++axis) {
    const Range range(check, static_cast<size_t>(axis));
    for (int64_t i = (begin + period - 1 - axis) / period * period + axis; i < end; i += period) {
      inside &= range.Holds(indices[i]);
    }
  }
  return inside;
}

// Returns the first place in [begin, end) whose index lies outside; `end` if there is none.
template <typename T>
int64_t FirstOutside(const IndexCheck& check, const T* indices, int64_t begin, int64_t end) {
  for (int64_t block = begin; block < end; block += kIndexBlock) {
    const int64_t last = std::min(end, block + kIndexBlock);
    if (BlockIsInside(check, indices, block, last)) continue;
    for (int64_t i = block; i < last; ++i) {
      if (!Range(check, static_cast<size_t>(i) % check.extents.size()).Holds(indices[i])) return i;
    }
  }
  return end;
}

Status Outside(const IndexCheck& check, int64_t place, int64_t index, const std::string& asker) {
  std::vector<int64_t> element(check.shape.size());
  int64_t rest = place;
  for (size_t axis = check.shape.size(); axis-- > 0;) {
    element[axis] = rest % check.shape[axis];
    rest /= check.shape[axis];
  }
  const int64_t extent = check.extents[static_cast<size_t>(place) % check.extents.size()];
  return Status(ErrorCode::kKernelFailed,
                fmt::format("input {}: element {} is {}, outside of {} to {}: the extent is {}", check.input, element,
                            index, check.from_end ? -extent : 0, extent - 1, extent))
      .At(asker);
}

template <typename T>
Status CheckAll(const IndexCheck& check, const T* indices, const std::string& asker) {
  const int64_t count = ExtentProduct(check.shape);
  std::atomic<int64_t> first = count;
  ParallelFor(count, kGrain, [&](int64_t begin, int64_t end) {
    const int64_t found = FirstOutside(check, indices, begin, end);
    if (found == end) return;
    int64_t known = first.load();
    while (found < known && !first.compare_exchange_weak(known, found)) {
    }
  });
  return first == count ? Status() : Outside(check, first, indices[first], asker);
}

}  // namespace

Status CheckIndices(const IndexCheck& check, const void* indices, const std::string& asker) {
  if (check.value < 0) {
    const bool inside = ExtentProduct(check.shape) == 0 || Range(check, 0).Holds(check.number);
    return inside ? Status() : Outside(check, 0, check.number, asker);
  }
  return check.dtype == ge::DT_INT32 ? CheckAll(check, static_cast<const int32_t*>(indices), asker)
                                     : CheckAll(check, static_cast<const int64_t*>(indices), asker);
}

}  // namespace opdk
