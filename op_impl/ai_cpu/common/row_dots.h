// Products of one row with rows that are read where they lie: a matrix that is read once for it is not worth packing.
#pragma once

#include <cstdint>

#include "op_impl/ai_cpu/common/lanes.h"

#ifdef __x86_64__

#include <immintrin.h>

namespace opdk {
namespace row_dots {

// Rows of b at a time, each with two sums. More would lie in the same set of the first cache where they are long.
inline constexpr int kRows = 4;

OPDK_AVX2_INLINE Lanes Load(const float* at) { return *reinterpret_cast<const Lanes*>(at); }

// The first `count` lanes; zeros in the others.
OPDK_AVX2_INLINE Lanes LoadFirst(const float* at, int64_t count) {
  alignas(32) static constexpr int32_t kMasks[2 * kLanes] = {-1, -1, -1, -1, -1, -1, -1, -1};
  const auto* mask = reinterpret_cast<const __m256i*>(kMasks + kLanes - count);
  return reinterpret_cast<Lanes>(_mm256_maskload_ps(at, _mm256_loadu_si256(mask)));
}

// The sums of the lanes of each, one behind the other.
OPDK_AVX2_INLINE __m256 Join(Lanes a, Lanes b) {
  return _mm256_hadd_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b));
}

OPDK_AVX2_INLINE __m128 SumsOf(const Lanes (&rows)[kRows]) {
  const __m256 halves = _mm256_hadd_ps(Join(rows[0], rows[1]), Join(rows[2], rows[3]));
  return _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1));
}

OPDK_AVX2_INLINE __m128 Dots(const float* a, const float* const (&rows)[kRows], int64_t depth) {
  Lanes sums[kRows] = {}, others[kRows] = {};
  int64_t k = 0;
  for (; k + 2 * kLanes <= depth; k += 2 * kLanes) {
    const Lanes left = Load(a + k), right = Load(a + k + kLanes);
#pragma GCC unroll 4
    for (int j = 0; j < kRows; ++j) {
      sums[j] += left * Load(rows[j] + k);
      others[j] += right * Load(rows[j] + k + kLanes);
    }
  }
  if (k + kLanes <= depth) {
    const Lanes left = Load(a + k);
#pragma GCC unroll 4
    for (int j = 0; j < kRows; ++j) sums[j] += left * Load(rows[j] + k);
    k += kLanes;
  }
  if (k < depth) {
    const Lanes left = LoadFirst(a + k, depth - k);
#pragma GCC unroll 4
    for (int j = 0; j < kRows; ++j) others[j] += left * LoadFirst(rows[j] + k, depth - k);
  }
#pragma GCC unroll 4
  for (int j = 0; j < kRows; ++j) sums[j] += others[j];
  return SumsOf(sums);
}

OPDK_AVX2 inline void AllDots(const float* a, const float* b, int64_t columns, int64_t depth, float* y) {
  int64_t column = 0;
  for (; column + kRows <= columns; column += kRows) {
    const float* first = b + column * depth;
    _mm_storeu_ps(y + column, Dots(a, {first, first + depth, first + 2 * depth, first + 3 * depth}, depth));
  }
  if (column == columns) return;
  const float* rows[kRows];
  for (int64_t j = 0; j < kRows; ++j) rows[j] = b + (column + j < columns ? column + j : column) * depth;
  alignas(16) float sums[kRows];
  _mm_store_ps(sums, Dots(a, rows, depth));
  for (int64_t j = 0; column + j < columns; ++j) y[column + j] = sums[j];
}

}  // namespace row_dots

// y[j] = the product of a and row j of b [columns, depth]. false: this machine has no AVX2, nothing is done.
inline bool RowDots(const float* a, const float* b, int64_t columns, int64_t depth, float* y) {
  if (HasAvx2()) row_dots::AllDots(a, b, columns, depth, y);
  return HasAvx2();
}

}  // namespace opdk

#else

namespace opdk {

inline bool RowDots(const float*, const float*, int64_t, int64_t, float*) { return false; }

}  // namespace opdk

#endif
