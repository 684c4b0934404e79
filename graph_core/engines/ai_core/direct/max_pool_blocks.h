// Maxima of windows in channel blocks: a register holds one position of some channels.
// `L`: the register's struct (simd_*.h).
#pragma once

#include <cstdint>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename L>
class MaxPoolOf {
 public:
  // Computes rows [begin, end): DirectFunctions::max_pool.
  static void Rows(const MaxPoolBlocks& job, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const Taps down = Inside(job, 0, row % job.out_height, job.height);
      const float* plane = job.x + row / job.out_height * job.height * job.width * job.lanes;
      float* y = job.y + row * job.out_width * job.lanes;
      for (int64_t column = 0; column < job.out_width; ++column, y += job.lanes) {
        const Taps across = Inside(job, 1, column, job.width);
        for (int64_t lane = 0; lane < job.lanes; lane += L::kLanes) {
          const float* x = plane + (down.first * job.width + across.first) * job.lanes + lane;
          L::Store(y + lane, Largest(job, x, down.count, across.count));
        }
      }
    }
  }

 private:
  using F = typename L::F;

  // The elements of a window that lie in the image: the position of the first, and their number.
  struct Taps {
    int64_t first, count;
  };

  static Taps Inside(const MaxPoolBlocks& job, int axis, int64_t at, int64_t extent) {
    const int64_t step = job.dilation[axis], start = at * job.stride[axis] - job.before[axis];
    const int64_t skipped = start < 0 ? (-start + step - 1) / step : 0;
    const int64_t first = start + skipped * step;
    const int64_t fit = first < extent ? (extent - first + step - 1) / step : 0;
    const int64_t left = job.window[axis] > skipped ? job.window[axis] - skipped : 0;
    return {first, fit < left ? fit : left};
  }

  // Returns the larger number, or NaN if either is NaN. Max alone returns its second operand then.
  static F OrNan(F a, F b) { return L::Or(L::Max(a, b), L::Max(b, a)); }

  static F Largest(const MaxPoolBlocks& job, const float* x, int64_t rows, int64_t columns) {
    const int64_t down = job.dilation[0] * job.width * job.lanes, across = job.dilation[1] * job.lanes;
    F largest = L::Set(-__builtin_inff());
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = 0; column < columns; ++column) {
        largest = OrNan(largest, L::Load(x + row * down + column * across));
      }
    }
    return largest;
  }
};

}  // namespace opdk
