// The elements that a slice takes from a tensor: numpy's begin:end:stride of some axes, with TensorFlow's masks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opdk {

// Entries of a slice. Entry i of begin, end and strides concerns axis axes[i]; without axes, axis i. nullopt: known
// only in the run.
struct SliceRequest {
  size_t entries = 0;
  std::optional<std::vector<int64_t>> begin, end, strides, axes;
  bool has_axes = false;  // axes may be given and still unknown
  // Bit i concerns entry i. begin_mask, end_mask: begin or end count as absent. ellipsis_mask: the entry stands for all
  // axes that no other entry concerns. new_axis_mask: the entry makes a new axis of extent 1. shrink_axis_mask: the
  // entry takes the one element at begin and drops the axis.
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;
};

struct SlicePlan {
  // The slice of one axis of x: `size` elements (-1: unknown), the first at `start`, `step` apart. step is 1 for one
  // element.
  struct Axis {
    int64_t start = 0;
    int64_t step = 1;
    int64_t size = 0;
  };
  std::vector<Axis> axes;
  std::vector<int> places;  // x's axis for each axis of the result; -1: a new axis

  // Returns the result's shape.
  std::vector<int64_t> Shape() const;
};

// Plans a slice of a tensor with the extents `x` (-1: unknown). Nothing, and the reason in `why`, when the request
// isn't possible.
std::optional<SlicePlan> PlanSlice(const std::vector<int64_t>& x, const SliceRequest& request, std::string& why);

}  // namespace opdk
