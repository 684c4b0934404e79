#include "graph_core/debugging/tensor_stats.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "graph_core/base/element_type.h"

namespace opdk {
namespace {

// Visits the elements. A caller's tensor may begin at any address, so each element is copied.
template <typename T, typename Visit>
void ForEach(std::span<const std::byte> data, const Visit& visit) {
  for (size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, data.data() + at, sizeof(T));
    visit(static_cast<double>(value));
  }
}

}  // namespace

std::optional<TensorStats> StatsOf(ge::DataType dtype, std::span<const std::byte> data) {
  TensorStats stats;
  double sum = 0;
  stats.min = std::numeric_limits<double>::infinity();
  stats.max = -stats.min;
  const auto add = [&](double value) {
    ++stats.count;
    if (std::isnan(value)) {
      ++stats.nans;
    } else if (std::isinf(value)) {
      ++stats.infinities;
    } else {
      sum += value;
      stats.min = std::min(stats.min, value);
      stats.max = std::max(stats.max, value);
    }
  };
  const bool known = VisitElementType(PartOf(dtype), [&]<typename T>(T) { ForEach<T>(data, add); });
  if (!known) return std::nullopt;
  if (stats.finite() == 0) stats.min = stats.max = 0;
  if (stats.finite() > 0) stats.mean = sum / static_cast<double>(stats.finite());
  return stats;
}

bool HasNonFinite(ge::DataType dtype, std::span<const std::byte> data) {
  if (!IsFloat(PartOf(dtype))) return false;
  bool found = false;
  VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    ForEach<T>(data, [&](double value) { found = found || !std::isfinite(value); });
  });
  return found;
}

}  // namespace opdk
