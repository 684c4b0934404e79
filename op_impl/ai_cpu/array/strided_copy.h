// y[i] = x[offset + sum of i_k * stride_k], the common form of Transpose, Slice and Expand once their strides are
// known.
#pragma once

#include <cstdint>
#include <vector>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Returns row-major strides, in elements.
inline std::vector<int64_t> RowMajorStrides(const std::vector<int64_t>& dims) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= dims[i];
  }
  return strides;
}

// Copies x to y, which is row-major of shape `dims`. The strides (of x, in elements) may be 0 or negative.
template <typename T>
void StridedCopy(const aicpu::CpuKernelContext& ctx, const T* x, int64_t offset, const std::vector<int64_t>& strides,
                 const std::vector<int64_t>& dims, T* y) {
  const size_t rank = dims.size();
  const int64_t inner = rank == 0 ? 1 : dims[rank - 1];
  const int64_t step = rank == 0 ? 0 : strides[rank - 1];
  const int64_t rows = inner == 0 ? 0 : Product(dims) / inner;
  (void)ParallelRange(ctx, rows, inner, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t from = offset;
      int64_t rest = row;
      for (size_t axis = rank; axis-- > 1;) {
        from += rest % dims[axis - 1] * strides[axis - 1];
        rest /= dims[axis - 1];
      }
      T* to = y + row * inner;
      for (int64_t i = 0; i < inner; ++i) to[i] = x[from + i * step];
    }
  });
}

}  // namespace opdk
