// Common parts of the AI CPU kernels of this package.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "status.h"

namespace kernel {

using Dims = std::vector<int64_t>;

constexpr int64_t kElementsPerPiece = 16384;

// The type that T is computed in: the 16-bit floats are rounded once, at the end.
template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;

inline Dims Extents(const aicpu::Tensor* tensor) { return tensor->GetTensorShape()->GetDimSizes(); }

template <typename T>
const T* Input(const aicpu::CpuKernelContext& context, uint32_t index) {
  return static_cast<const T*>(context.Input(index)->GetData());
}

template <typename T>
T* Output(const aicpu::CpuKernelContext& context, uint32_t index) {
  return static_cast<T*>(context.Output(index)->GetData());
}

// A tensor as [outer, extent, inner] around one axis: outer * inner rows along it.
struct Rows {
  Rows(const Dims& dims, int64_t axis) {
    const auto place = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
    for (size_t i = 0; i < dims.size(); ++i) {
      if (i == place) extent = dims[i];
      if (i != place) count *= dims[i];
      if (i > place) inner *= dims[i];
    }
  }
  // Returns the first element of a row; its neighbours along the axis are `inner` apart.
  int64_t First(int64_t row) const { return row / inner * extent * inner + row % inner; }
  int64_t PerPiece() const { return std::max<int64_t>(1, kElementsPerPiece / std::max<int64_t>(1, extent)); }

  int64_t extent = 1, inner = 1, count = 1;
};

// Counts elements between neighbours of an input along each axis of the output. Counts 0 where the input repeats.
inline Dims BroadcastStrides(const Dims& dims, size_t rank) {
  Dims strides(rank, 0);
  int64_t stride = 1;
  for (size_t i = 1; i <= dims.size(); ++i) {
    const int64_t extent = dims[dims.size() - i];
    if (extent != 1) strides[rank - i] = stride;
    stride *= extent;
  }
  return strides;
}

// Counts elements from the first one to that of the output's row-major number `index`.
inline int64_t Offset(const Dims& dims, const Dims& strides, int64_t index) {
  int64_t offset = 0;
  for (size_t axis = dims.size(); axis-- > 0; index /= dims[axis]) offset += index % dims[axis] * strides[axis];
  return offset;
}

}  // namespace kernel
