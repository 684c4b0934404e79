// Matrix products on Eigen, parallel over rows; 16-bit floats are multiplied and summed in float.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

using ProductTypes = Join<FloatTypes, Types<int32_t, int64_t, uint32_t, uint64_t>>;

template <typename T>
using RowMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A stored matrix, and whether its transpose is meant. Row-major; rows and columns as stored.
template <typename T>
struct MatrixView {
  const T* data;
  int64_t rows;
  int64_t columns;
  bool transposed;
};

// Integers wrap around instead of overflowing.
template <typename T, bool = std::is_signed_v<T>&& std::is_integral_v<T>>
struct ProductCompute {
  using type = ComputeType<T>;
};
template <typename T>
struct ProductCompute<T, true> {
  using type = std::make_unsigned_t<T>;
};

// Rows [begin, end) of y = a * b, y: [M, N] row-major.
template <typename T>
void MultiplyRows(const MatrixView<T>& a, const MatrixView<T>& b, int64_t begin, int64_t end, T* y) {
  using Compute = typename ProductCompute<T>::type;
  const Eigen::Map<const RowMatrix<T>> a_map(a.data, a.rows, a.columns);
  const Eigen::Map<const RowMatrix<T>> b_map(b.data, b.rows, b.columns);
  const int64_t n = b.transposed ? b.rows : b.columns;
  RowMatrix<Compute> left;
  if (a.transposed) {
    left = a_map.middleCols(begin, end - begin).transpose().template cast<Compute>();
  } else {
    left = a_map.middleRows(begin, end - begin).template cast<Compute>();
  }
  RowMatrix<Compute> product;
  if (b.transposed) {
    product.noalias() = left * b_map.transpose().template cast<Compute>();
  } else {
    product.noalias() = left * b_map.template cast<Compute>();
  }
  Eigen::Map<RowMatrix<T>>(y + begin * n, end - begin, n) = product.template cast<T>();
}

}  // namespace opdk
