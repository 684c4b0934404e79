// Tiles of 8 x 8 elements of 4 bytes and 4 x 4 of 8 bytes. For files compiled for AVX2 only. Loops over registers are
// unrolled, or the registers would live in memory.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace opdk {

struct Avx2Lanes {
  using V = __m256i;
  using Index = __m256i;
  using Mask = __m256i;
  static constexpr int kLanes = 8;
  template <int n>
  struct Side {
    static constexpr int kSide = n;
  };

  static V Load(const uint32_t* p) { return _mm256_loadu_si256(reinterpret_cast<const V*>(p)); }
  static void Store(uint32_t* p, V v) { _mm256_storeu_si256(reinterpret_cast<V*>(p), v); }
  static Index MakeIndex(const uint32_t* lanes) { return Load(lanes); }
  // Returns the lanes where `values` is `value`.
  static Mask MakeMask(const uint32_t* values, int value) {
    return _mm256_cmpeq_epi32(Load(values), _mm256_set1_epi32(value));
  }
  static V Take(Index index, V v) { return _mm256_permutevar8x32_epi32(v, index); }
  static V Merge(V rest, Mask mask, Index index, V v) { return _mm256_blendv_epi8(rest, Take(index, v), mask); }
};

struct Avx2Tiles4 {
  using Lanes = Avx2Lanes;
  using T = uint32_t;
  static constexpr int64_t kTile = 8;

  // Transposes: to[j * to_stride + i] = from[i * from_stride + j] for i < rows, j < columns, both at most kTile.
  static void Part(const T* from, int64_t from_stride, int64_t rows, T* to, int64_t to_stride, int64_t columns) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i row_mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(rows)), lane);
    const __m256i column_mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(columns)), lane);
    __m256 r[8];
#pragma GCC unroll 16
    for (int64_t i = 0; i < 8; ++i) {
      r[i] = i < rows ? _mm256_maskload_ps(reinterpret_cast<const float*>(from + i * from_stride), column_mask)
                      : _mm256_setzero_ps();
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 8; ++j) {
      if (j < columns) _mm256_maskstore_ps(reinterpret_cast<float*>(to + j * to_stride), row_mask, r[j]);
    }
  }

  // Vectors are half a cache line: storing them past the caches would write each line twice.
  template <bool>
  static void Whole(const T* from, int64_t from_stride, T* to, int64_t to_stride, const T* next_from,
                    const T* next_to) {
    __m256 r[8];
#pragma GCC unroll 16
    for (int64_t i = 0; i < 8; ++i) {
      r[i] = _mm256_loadu_ps(reinterpret_cast<const float*>(from + i * from_stride));
      __builtin_prefetch(next_from + i * from_stride, 0, 3);
      __builtin_prefetch(next_to + i * to_stride, 1, 3);
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 8; ++j) _mm256_storeu_ps(reinterpret_cast<float*>(to + j * to_stride), r[j]);
  }

 private:
  static void Turn(__m256 (&r)[8]) {
    __m256 t[8];
#pragma GCC unroll 16
    for (int i = 0; i < 4; ++i) {
      t[2 * i] = _mm256_unpacklo_ps(r[2 * i], r[2 * i + 1]);
      t[2 * i + 1] = _mm256_unpackhi_ps(r[2 * i], r[2 * i + 1]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 2; ++i) {
#pragma GCC unroll 16
      for (int k = 0; k < 2; ++k) {
        r[4 * i + 2 * k] = _mm256_shuffle_ps(t[4 * i + k], t[4 * i + 2 + k], 0x44);
        r[4 * i + 2 * k + 1] = _mm256_shuffle_ps(t[4 * i + k], t[4 * i + 2 + k], 0xee);
      }
    }
#pragma GCC unroll 16
    for (int k = 0; k < 4; ++k) {
      t[k] = _mm256_permute2f128_ps(r[k], r[4 + k], 0x20);
      t[4 + k] = _mm256_permute2f128_ps(r[k], r[4 + k], 0x31);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 8; ++k) r[k] = t[k];
  }
};

struct Avx2Tiles8 {
  using Lanes = void;
  using T = uint64_t;
  static constexpr int64_t kTile = 4;

  static void Part(const T* from, int64_t from_stride, int64_t rows, T* to, int64_t to_stride, int64_t columns) {
    const __m256i lane = _mm256_setr_epi64x(0, 1, 2, 3);
    const __m256i row_mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x(rows), lane);
    const __m256i column_mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x(columns), lane);
    __m256d r[4];
#pragma GCC unroll 16
    for (int64_t i = 0; i < 4; ++i) {
      r[i] = i < rows ? _mm256_maskload_pd(reinterpret_cast<const double*>(from + i * from_stride), column_mask)
                      : _mm256_setzero_pd();
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 4; ++j) {
      if (j < columns) _mm256_maskstore_pd(reinterpret_cast<double*>(to + j * to_stride), row_mask, r[j]);
    }
  }

  // Vectors are half a cache line: storing them past the caches would write each line twice.
  template <bool>
  static void Whole(const T* from, int64_t from_stride, T* to, int64_t to_stride, const T* next_from,
                    const T* next_to) {
    __m256d r[4];
#pragma GCC unroll 16
    for (int64_t i = 0; i < 4; ++i) {
      r[i] = _mm256_loadu_pd(reinterpret_cast<const double*>(from + i * from_stride));
      __builtin_prefetch(next_from + i * from_stride, 0, 3);
      __builtin_prefetch(next_to + i * to_stride, 1, 3);
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 4; ++j) _mm256_storeu_pd(reinterpret_cast<double*>(to + j * to_stride), r[j]);
  }

 private:
  static void Turn(__m256d (&r)[4]) {
    __m256d t[4];
#pragma GCC unroll 16
    for (int i = 0; i < 2; ++i) {
      t[2 * i] = _mm256_unpacklo_pd(r[2 * i], r[2 * i + 1]);
      t[2 * i + 1] = _mm256_unpackhi_pd(r[2 * i], r[2 * i + 1]);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 2; ++k) {
      r[k] = _mm256_permute2f128_pd(t[k], t[2 + k], 0x20);
      r[2 + k] = _mm256_permute2f128_pd(t[k], t[2 + k], 0x31);
    }
  }
};

}  // namespace opdk
