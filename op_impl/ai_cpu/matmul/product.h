// Matrix products, parallel over rows; 16-bit floats are multiplied and summed in float.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

using ProductTypes = Join<FloatTypes, Types<int32_t, int64_t, uint32_t, uint64_t>>;

// The scaling and addition behind a product: alpha * product + beta * c. c (nullptr: none) broadcasts to y.
template <typename T>
struct Addend {
  const T* c = nullptr;
  std::vector<int64_t> dims;
  double alpha = 1;
  double beta = 1;
};

// A stack of stored matrices and its dims; fewer than two dims as numpy.matmul has it.
template <typename T>
struct MatrixStack {
  const T* data;
  std::vector<int64_t> dims;
  bool transposed = false;
  bool adjoint = false;
};

// Computes y = x1 * x2 with the leading axes broadcast, then scales and adds by `addend` (without c: the product
// alone). A vector is a row on the left and a column on the right. y_dims: the shape of y. T: one of
// ProductTypes and ComplexTypes.
template <typename T>
uint32_t MultiplyStacks(const aicpu::CpuKernelContext& ctx, MatrixStack<T> x1, MatrixStack<T> x2,
                        const std::vector<int64_t>& y_dims, std::span<T> y, const Addend<T>& addend = {});

// Returns the addend of a product. It is empty where `c` isn't connected.
template <typename T>
Addend<T> AddendOf(const aicpu::Tensor* c) {
  return IsPresent(c) ? Addend<T>{Values<const T>(c).data(), DimsOf(c)} : Addend<T>{};
}

// Computes y of MatMul, BatchMatMul and their relatives: inputs 0 and 1, each transposed or not, and input 2, the bias.
// Bytes are summed in int32, less attribute offset_x. `adjoint`: transposed inputs are conjugated, too.
uint32_t MultiplyInputs(const aicpu::CpuKernelContext& ctx, bool transpose_x1, bool transpose_x2, bool adjoint = false);

}  // namespace opdk
