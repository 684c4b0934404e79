// Tiles of elements of 1, 2, 4 and 8 bytes in registers of 16 bytes: 16 x 16, 8 x 8, 4 x 4, 2 x 2. On any x86-64.
#pragma once

#include <emmintrin.h>

#include <cstdint>

namespace opdk {

template <typename Element>
struct BaselineTiles {
  using Lanes = void;
  using T = Element;
  static constexpr int64_t kTile = 16 / sizeof(T);

  // Transposes: to[j * to_stride + i] = from[i * from_stride + j] for i < rows, j < columns, both at most kTile.
  static void Part(const T* from, int64_t from_stride, int64_t rows, T* to, int64_t to_stride, int64_t columns) {
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < rows; ++i) to[j * to_stride + i] = from[i * from_stride + j];
    }
  }

  // Vectors are a quarter of a cache line: storing them past the caches would write each line several times.
  template <bool>
  static void Whole(const T* from, int64_t from_stride, T* to, int64_t to_stride, const T* next_from,
                    const T* next_to) {
    __m128i r[kTile], t[kTile];
#pragma GCC unroll 16
    for (int64_t i = 0; i < kTile; ++i) {
      r[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * from_stride));
      __builtin_prefetch(next_from + i * from_stride, 0, 3);
      __builtin_prefetch(next_to + i * to_stride, 1, 3);
    }
    // Each round interleaves register i with register i + half; after log2(kTile) rounds rows are columns.
#pragma GCC unroll 4
    for (int64_t round = 1; round < kTile; round *= 2) {
#pragma GCC unroll 16
      for (int64_t i = 0; i < kTile / 2; ++i) {
        t[2 * i] = InterleaveLow(r[i], r[i + kTile / 2]);
        t[2 * i + 1] = InterleaveHigh(r[i], r[i + kTile / 2]);
      }
#pragma GCC unroll 16
      for (int64_t i = 0; i < kTile; ++i) r[i] = t[i];
    }
#pragma GCC unroll 16
    for (int64_t j = 0; j < kTile; ++j) _mm_storeu_si128(reinterpret_cast<__m128i*>(to + j * to_stride), r[j]);
  }

 private:
  static __m128i InterleaveLow(__m128i a, __m128i b) {
    if constexpr (sizeof(T) == 1) return _mm_unpacklo_epi8(a, b);
    if constexpr (sizeof(T) == 2) return _mm_unpacklo_epi16(a, b);
    if constexpr (sizeof(T) == 4) return _mm_unpacklo_epi32(a, b);
    return _mm_unpacklo_epi64(a, b);
  }
  static __m128i InterleaveHigh(__m128i a, __m128i b) {
    if constexpr (sizeof(T) == 1) return _mm_unpackhi_epi8(a, b);
    if constexpr (sizeof(T) == 2) return _mm_unpackhi_epi16(a, b);
    if constexpr (sizeof(T) == 4) return _mm_unpackhi_epi32(a, b);
    return _mm_unpackhi_epi64(a, b);
  }
};

}  // namespace opdk
