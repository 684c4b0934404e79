// Iteration of a reduction: the axes of x, merged where neighbours are alike, split into kept and reduced ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cpu_context.h"

namespace opdk {

// A loop over some of the axes of a row-major tensor.
struct AxisLoop {
  std::vector<int64_t> extents;
  std::vector<int64_t> strides;  // in elements of x

  int64_t Count() const {
    int64_t count = 1;
    for (int64_t extent : extents) count *= extent;
    return count;
  }
  // Returns the offset in x of the loop's i-th step.
  int64_t Offset(int64_t i) const {
    int64_t offset = 0;
    for (size_t axis = extents.size(); axis-- > 0;) {
      offset += i % extents[axis] * strides[axis];
      i /= extents[axis];
    }
    return offset;
  }
};

// x is walked as [outer kept] x [outer reduced] x run, where the run is contiguous and is either reduced as a whole or
// kept element by element.
struct ReducePlan {
  ReducePlan(const std::vector<int64_t>& dims, const std::vector<bool>& reduced);

  AxisLoop kept;
  AxisLoop dropped;
  int64_t run = 1;
  bool run_is_reduced = true;
};

// Returns which axes of x the node reduces, one entry for each axis: the axes of input or attribute "axes", or all
// axes. nullopt after a logged error: an axis is outside of the rank, or the output has another size than the axes
// leave. Shape inference refuses both where it knows the axes; these may have been computed.
std::optional<std::vector<bool>> ReadReducedAxes(const aicpu::CpuKernelContext& ctx);

}  // namespace opdk
