// Rules on shapes that many operators share. Dimensions are CANN's: a shape of {-2} has an unknown rank, a dimension
// of -1 an unknown extent; every rule here takes both and gives the most precise answer that is certainly right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opdk {

using Dims = std::vector<int64_t>;

inline const Dims kUnknownRank = {-2};

bool IsUnknownRank(const Dims& dims);
// Known rank and no unknown extent.
bool IsStatic(const Dims& dims);
// "[2,-1,3]", "[]" for a scalar, "[?]" for an unknown rank.
inline std::string ShapeText(const Dims& dims) {
  if (IsUnknownRank(dims)) return "[?]";
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(dims[i]);
  }
  text += ']';
  return text;
}
// Product of the extents (1 for a scalar), -1 when any is unknown.
int64_t ExtentProduct(const Dims& dims);

// NumPy's broadcast of two shapes, right-aligned; nullopt when they don't fit.
std::optional<Dims> BroadcastDims(const Dims& a, const Dims& b);
// Whether `dims` may broadcast to `target` without widening it.
bool BroadcastsTo(const Dims& dims, const Dims& target);

// Two descriptions of the same shape joined, extent by extent; nullopt when they contradict each other.
std::optional<Dims> MergeDims(const Dims& a, const Dims& b);

// An axis in [-rank, rank) as one in [0, rank); nullopt outside.
std::optional<int64_t> NormalizeAxis(int64_t axis, int64_t rank);
// The same for a list; also nullopt when an axis stands twice.
std::optional<std::vector<int64_t>> NormalizeAxes(const std::vector<int64_t>& axes, int64_t rank);

// The shape after reducing `axes` (normalised) of a shape of known rank: extent 1 there, or no such axis.
Dims ReducedDims(const Dims& dims, const std::vector<int64_t>& axes, bool keepdims);

}  // namespace opdk
