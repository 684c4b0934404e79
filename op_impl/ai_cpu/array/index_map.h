// y[i0, i1, …] = x[map0(i0), map1(i1), …]: Pad and Tile, whose maps work on each axis alone.
#pragma once

#include <cstdint>
#include <vector>

#include "op_impl/ai_cpu/array/strided_copy.h"

namespace opdk {

// Copies x to y by index maps. maps[k] holds, for each index of y's axis k, the index of x's axis k, or -1 for "use
// `fill`".
template <typename T>
void CopyByIndexMaps(const aicpu::CpuKernelContext& ctx, const T* x, const std::vector<int64_t>& x_dims,
                     const std::vector<std::vector<int64_t>>& maps, T fill, T* y) {
  const size_t rank = maps.size();
  if (rank == 0) {
    *y = *x;
    return;
  }
  const auto strides = RowMajorStrides(x_dims);
  int64_t rows = 1;
  for (size_t axis = 0; axis + 1 < rank; ++axis) rows *= static_cast<int64_t>(maps[axis].size());
  const auto& inner = maps[rank - 1];
  const auto width = static_cast<int64_t>(inner.size());
  if (width == 0) return;
  (void)ParallelRange(ctx, rows, width, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t from = 0;
      bool outside = false;
      int64_t rest = row;
      for (size_t axis = rank - 1; axis-- > 0;) {
        const auto extent = static_cast<int64_t>(maps[axis].size());
        const int64_t index = maps[axis][static_cast<size_t>(rest % extent)];
        outside = outside || index < 0;
        from += index * strides[axis];
        rest /= extent;
      }
      T* to = y + row * width;
      for (int64_t i = 0; i < width; ++i) {
        const int64_t index = inner[static_cast<size_t>(i)];
        to[i] = outside || index < 0 ? fill : x[from + index];
      }
    }
  });
}

}  // namespace opdk
