#include "op_impl/ai_cpu/common/row_products.h"

#ifdef __x86_64__

// The library is for any x86-64; these functions run only where the machine has more.
#define OPDK_AVX2 [[gnu::target("avx2,fma")]]

namespace opdk {
namespace {

constexpr int64_t kLanes = 8;
// Read from any address.
using Lanes [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] = float;

// Sums of neighbours: of a in lanes 0, 1, 4, 5, of b in the others.
OPDK_AVX2 [[gnu::always_inline]] inline Lanes Pairs(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) +
         __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

// The sums of the lanes of kCount vectors, four vectors at a time.
template <int kCount>
OPDK_AVX2 [[gnu::always_inline]] inline void SumLanes(const Lanes* sums, float* totals) {
  constexpr int kWhole = kCount / 4 * 4;
  for (int i = 0; i < kCount; i += 4) {
    Lanes of[4] = {};
    for (int k = 0; k < 4 && i + k < kCount; ++k) of[k] = sums[i + k];
    const Lanes four = Pairs(Pairs(of[0], of[1]), Pairs(of[2], of[3]));
    for (int k = 0; k < (i < kWhole ? 4 : kCount - kWhole); ++k) totals[i + k] = four[k] + four[k + 4];
  }
}

// kRows rows of a times kColumns rows of b: their sums stay in registers.
template <int kRows, int kColumns>
OPDK_AVX2 [[gnu::always_inline]] inline void Block(const float* a, const float* b, int64_t depth, float* y,
                                                   int64_t stride) {
  Lanes sums[kRows][kColumns] = {};
  int64_t k = 0;
  for (; k + kLanes <= depth; k += kLanes) {
#pragma GCC unroll 8
    for (int j = 0; j < kColumns; ++j) {
      const Lanes right = *reinterpret_cast<const Lanes*>(b + j * depth + k);
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) sums[i][j] += *reinterpret_cast<const Lanes*>(a + i * depth + k) * right;
    }
  }
  float totals[kRows * kColumns];
  SumLanes<kRows * kColumns>(&sums[0][0], totals);
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kColumns; ++j) {
      float sum = totals[i * kColumns + j];
      for (int64_t rest = k; rest < depth; ++rest) sum += a[i * depth + rest] * b[j * depth + rest];
      y[i * stride + j] = sum;
    }
  }
}

// All rows of a times kColumns rows of b, kRows at a time.
template <int kRows, int kColumns>
OPDK_AVX2 [[gnu::always_inline]] inline void Column(const float* a, int64_t rows, const float* b, int64_t depth,
                                                    float* y, int64_t stride) {
  int64_t i = 0;
  for (; i + kRows <= rows; i += kRows) Block<kRows, kColumns>(a + i * depth, b, depth, y + i * stride, stride);
  for (; i < rows; ++i) Block<1, kColumns>(a + i * depth, b, depth, y + i * stride, stride);
}

OPDK_AVX2 void Products(const float* a, int64_t rows, const float* b, int64_t columns, int64_t depth, float* y,
                        int64_t stride) {
  int64_t j = 0;
  // Few rows leave registers for more columns.
  if (rows < 4) {
    for (; j + 8 <= columns; j += 8) Column<1, 8>(a, rows, b + j * depth, depth, y + j, stride);
  }
  for (; j + 3 <= columns; j += 3) Column<4, 3>(a, rows, b + j * depth, depth, y + j, stride);
  for (; j < columns; ++j) Column<4, 1>(a, rows, b + j * depth, depth, y + j, stride);
}

}  // namespace

bool RowProducts(const float* a, int64_t rows, const float* b, int64_t columns, int64_t depth, float* y,
                 int64_t stride) {
  static const bool runs_here = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (runs_here) Products(a, rows, b, columns, depth, y, stride);
  return runs_here;
}

}  // namespace opdk

#else

namespace opdk {

bool RowProducts(const float*, int64_t, const float*, int64_t, int64_t, float*, int64_t) { return false; }

}  // namespace opdk

#endif
