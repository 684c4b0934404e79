// Softmax and its logarithm of neighbouring rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "op_impl/ai_cpu/common/dtype_dispatch.h"

namespace opdk {

// Neighbouring rows (columns of the [extent, inner] plane) that are walked together.
inline constexpr int64_t kSoftmaxColumns = 128;

// Computes the softmax of `count` neighbouring rows that begin at x. Each row has `extent` elements, `inner` elements
// apart. y may be x.
template <bool kLog, typename T, typename R>
void SoftmaxColumns(const T* x, R* y, int64_t extent, int64_t inner, size_t count) {
  using C = ComputeType<T>;
  std::array<C, kSoftmaxColumns> greatest;
  std::array<double, kSoftmaxColumns> sum;
  for (size_t i = 0; i < count; ++i) greatest[i] = static_cast<C>(x[i]);
  for (int64_t k = 1; k < extent; ++k) {
    const T* row = x + k * inner;
    for (size_t i = 0; i < count; ++i) greatest[i] = std::max(greatest[i], static_cast<C>(row[i]));
  }
  std::fill_n(sum.begin(), count, 0.0);
  for (int64_t k = 0; k < extent; ++k) {
    const T* row = x + k * inner;
    for (size_t i = 0; i < count; ++i) sum[i] += std::exp(static_cast<C>(row[i]) - greatest[i]);
  }
  std::array<C, kSoftmaxColumns> finish;
  for (size_t i = 0; i < count; ++i) finish[i] = static_cast<C>(kLog ? std::log(sum[i]) : 1 / sum[i]);
  for (int64_t k = 0; k < extent; ++k) {
    const T* from = x + k * inner;
    R* to = y + k * inner;
    for (size_t i = 0; i < count; ++i) {
      const C shifted = static_cast<C>(from[i]) - greatest[i];
      to[i] = static_cast<R>(kLog ? shifted - finish[i] : std::exp(shifted) * finish[i]);
    }
  }
}

}  // namespace opdk
