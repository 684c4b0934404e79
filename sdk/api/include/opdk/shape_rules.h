// Rules on shapes that many operators share. Extents are CANN's: a shape of {-2} has an unknown rank, -1 is an unknown
// extent. Every rule takes both and gives the most precise answer that is certainly right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opdk {

using Dims = std::vector<int64_t>;

inline const Dims kUnknownRank = {-2};

// Returns whether the rank is unknown: the shape is kUnknownRank.
bool IsUnknownRank(const Dims& dims);
// Returns whether the rank and all extents are known.
bool IsStatic(const Dims& dims);
// Returns "[2,-1,3]"; "[]" for a scalar, "[?]" for an unknown rank.
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
// Returns the product of the extents (1 for a scalar); -1 when any extent is unknown.
int64_t ExtentProduct(const Dims& dims);

// Returns NumPy's broadcast of two shapes, right-aligned; nullopt when they don't fit.
std::optional<Dims> BroadcastDims(const Dims& a, const Dims& b);
// Returns whether `dims` may broadcast to `target` without widening it.
bool BroadcastsTo(const Dims& dims, const Dims& target);

// Merges two descriptions of the same shape, extent by extent; nullopt when they contradict each other.
std::optional<Dims> MergeDims(const Dims& a, const Dims& b);

// Converts an axis in [-rank, rank) to [0, rank); nullopt outside.
std::optional<int64_t> NormalizeAxis(int64_t axis, int64_t rank);
// Converts a list of axes likewise; nullopt also when an axis stands twice.
std::optional<std::vector<int64_t>> NormalizeAxes(const std::vector<int64_t>& axes, int64_t rank);

// Returns the shape after reducing `axes` (normalised) of a shape of known rank. The axes keep extent 1 (keepdims) or
// are dropped.
Dims ReducedDims(const Dims& dims, const std::vector<int64_t>& axes, bool keepdims);

}  // namespace opdk
