// Matrix products on Eigen, parallel over rows; 16-bit floats are multiplied and summed in float.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>
#include <vector>

#include "op_impl/ai_cpu/common/broadcast.h"
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

// Rows [begin, end) of a * b, in the type that they are accumulated in.
template <typename T>
RowMatrix<typename ProductCompute<T>::type> ProductRows(const MatrixView<T>& a, const MatrixView<T>& b, int64_t begin,
                                                        int64_t end) {
  using Compute = typename ProductCompute<T>::type;
  const Eigen::Map<const RowMatrix<T>> a_map(a.data, a.rows, a.columns);
  const Eigen::Map<const RowMatrix<T>> b_map(b.data, b.rows, b.columns);
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
  return product;
}

// The same of y = a * b, y: [M, N] row-major.
template <typename T>
void MultiplyRows(const MatrixView<T>& a, const MatrixView<T>& b, int64_t begin, int64_t end, T* y) {
  const auto product = ProductRows(a, b, begin, end);
  Eigen::Map<RowMatrix<T>>(y + begin * product.cols(), end - begin, product.cols()) = product.template cast<T>();
}

// A stack of stored matrices and its dims; fewer than two dims as numpy.matmul has it.
template <typename T>
struct MatrixStack {
  const T* data;
  std::vector<int64_t> dims;
  bool transposed = false;
};

// y = x1 * x2 with the leading axes broadcast; a vector is a row on the left and a column on the right.
template <typename T>
uint32_t MultiplyStacks(const aicpu::CpuKernelContext& ctx, MatrixStack<T> x1, MatrixStack<T> x2, std::span<T> y) {
  // Rows of a product that one piece of work computes, when there are more.
  constexpr int64_t kRows = 32;
  std::vector<int64_t>&a_dims = x1.dims, &b_dims = x2.dims;
  if (a_dims.size() == 1) a_dims.insert(a_dims.begin(), 1);
  if (b_dims.size() == 1) b_dims.push_back(1);
  const MatrixView<T> a{nullptr, a_dims[a_dims.size() - 2], a_dims.back(), x1.transposed};
  const MatrixView<T> b{nullptr, b_dims[b_dims.size() - 2], b_dims.back(), x2.transposed};
  const int64_t m = a.transposed ? a.columns : a.rows;
  const int64_t k = a.transposed ? a.rows : a.columns;
  const int64_t n = b.transposed ? b.rows : b.columns;
  a_dims.resize(a_dims.size() - 2);
  b_dims.resize(b_dims.size() - 2);
  std::vector<int64_t> batch(std::max(a_dims.size(), b_dims.size()), 1);
  for (const auto* dims : {&a_dims, &b_dims}) {
    for (size_t i = 0; i < dims->size(); ++i) {
      int64_t& extent = batch[batch.size() - dims->size() + i];
      if (extent == 1) extent = (*dims)[i];
    }
  }
  if (y.empty()) return kKernelOk;

  std::vector<std::pair<int64_t, int64_t>> offsets;  // of each product's matrices, in matrices
  const BroadcastPlan plan({a_dims, b_dims}, batch);
  plan.ForEachRun(0, plan.total(), [&](const int64_t* from, int64_t, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      offsets.emplace_back(from[0] + i * plan.run_step(0), from[1] + i * plan.run_step(1));
  });

  const int64_t pieces = (m + kRows - 1) / kRows;
  const int64_t units = static_cast<int64_t>(offsets.size()) * pieces;
  return ParallelRange(ctx, units, std::min(kRows, m) * n * k, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const auto& [a_at, b_at] = offsets[static_cast<size_t>(unit / pieces)];
      MatrixView<T> left = a;
      MatrixView<T> right = b;
      left.data = x1.data + a_at * m * k;
      right.data = x2.data + b_at * k * n;
      const int64_t first = unit % pieces * kRows;
      MultiplyRows(left, right, first, std::min(m, first + kRows), y.data() + unit / pieces * m * n);
    }
  });
}

// The product of the first two inputs, each transposed or not.
template <typename T>
uint32_t MultiplyInputs(const aicpu::CpuKernelContext& ctx, bool transpose_x1, bool transpose_x2) {
  const auto stack = [&](uint32_t input, bool transposed) {
    return MatrixStack<T>{Values<const T>(ctx.Input(input)).data(), DimsOf(ctx.Input(input)), transposed};
  };
  return MultiplyStacks<T>(ctx, stack(0, transpose_x1), stack(1, transpose_x2), Values<T>(ctx.Output(0)));
}

}  // namespace opdk
