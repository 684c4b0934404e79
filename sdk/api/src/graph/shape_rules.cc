#include "opdk/shape_rules.h"

#include <algorithm>

namespace opdk {
namespace {

// Broadcasts one axis. An unknown extent may turn out to be 1 or the other extent; if the other is not 1, the unknown
// one must fit it.
std::optional<int64_t> BroadcastExtent(int64_t a, int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1 || a == -1) return b;
  if (b == -1) return a;
  return std::nullopt;
}

}  // namespace

bool IsUnknownRank(const Dims& dims) { return std::find(dims.begin(), dims.end(), -2) != dims.end(); }

bool IsStatic(const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [](int64_t extent) { return extent >= 0; });
}

int64_t ExtentProduct(const Dims& dims) {
  if (!IsStatic(dims)) return -1;
  int64_t count = 1;
  for (int64_t extent : dims) count *= extent;
  return count;
}

std::optional<Dims> BroadcastDims(const Dims& a, const Dims& b) {
  if (IsUnknownRank(a) || IsUnknownRank(b)) return kUnknownRank;
  const Dims& longer = a.size() >= b.size() ? a : b;
  const Dims& shorter = a.size() >= b.size() ? b : a;
  const size_t lead = longer.size() - shorter.size();
  Dims result = longer;
  for (size_t i = 0; i < shorter.size(); ++i) {
    const auto extent = BroadcastExtent(longer[lead + i], shorter[i]);
    if (!extent) return std::nullopt;
    result[lead + i] = *extent;
  }
  return result;
}

bool BroadcastsTo(const Dims& dims, const Dims& target) {
  const auto joined = BroadcastDims(dims, target);
  return joined && (IsUnknownRank(*joined) || MergeDims(*joined, target));
}

std::optional<Dims> MergeDims(const Dims& a, const Dims& b) {
  if (IsUnknownRank(a)) return b;
  if (IsUnknownRank(b)) return a;
  if (a.size() != b.size()) return std::nullopt;
  Dims result = a;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] >= 0 && b[i] >= 0 && a[i] != b[i]) return std::nullopt;
    result[i] = std::max(a[i], b[i]);
  }
  return result;
}

std::optional<int64_t> NormalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

std::optional<std::vector<int64_t>> NormalizeAxes(const std::vector<int64_t>& axes, int64_t rank) {
  std::vector<int64_t> result;
  for (int64_t axis : axes) {
    const auto normal = NormalizeAxis(axis, rank);
    if (!normal || std::find(result.begin(), result.end(), *normal) != result.end()) return std::nullopt;
    result.push_back(*normal);
  }
  return result;
}

Dims ReducedDims(const Dims& dims, const std::vector<int64_t>& axes, bool keepdims) {
  Dims result;
  for (size_t i = 0; i < dims.size(); ++i) {
    const bool reduced = std::find(axes.begin(), axes.end(), static_cast<int64_t>(i)) != axes.end();
    if (!reduced) {
      result.push_back(dims[i]);
    } else if (keepdims) {
      result.push_back(1);
    }
  }
  return result;
}

}  // namespace opdk
