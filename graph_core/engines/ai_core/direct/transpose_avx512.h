// Tiles of 16 x 16 elements of 4 bytes and 8 x 8 of 8 bytes. For files compiled for AVX-512 only. Loops over registers
// are unrolled, or the registers would live in memory.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace opdk {

struct Avx512Lanes {
  using V = __m512i;
  using Index = __m512i;
  using Mask = __mmask16;
  static constexpr int kLanes = 16;
  template <int n>
  struct Side {
    static constexpr int kSide = n;
  };

  static V Load(const uint32_t* p) { return _mm512_loadu_si512(p); }
  static void Store(uint32_t* p, V v) { _mm512_storeu_si512(p, v); }
  static Index MakeIndex(const uint32_t* lanes) { return _mm512_loadu_si512(lanes); }
  // Returns the lanes where `values` is `value`.
  static Mask MakeMask(const uint32_t* values, int value) {
    return _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(values), _mm512_set1_epi32(value));
  }
  static V Take(Index index, V v) { return _mm512_permutexvar_epi32(index, v); }
  static V Merge(V rest, Mask mask, Index index, V v) { return _mm512_mask_permutexvar_epi32(rest, mask, index, v); }
};

struct Avx512Tiles4 {
  using Lanes = Avx512Lanes;
  using T = uint32_t;
  static constexpr int64_t kTile = 16;

  // Transposes: to[j * to_stride + i] = from[i * from_stride + j] for i < rows, j < columns, both at most kTile.
  static void Part(const T* from, int64_t from_stride, int64_t rows, T* to, int64_t to_stride, int64_t columns) {
    __m512 r[16];
    const auto row_mask = static_cast<__mmask16>((uint32_t{1} << rows) - 1);
    const auto column_mask = static_cast<__mmask16>((uint32_t{1} << columns) - 1);
#pragma GCC unroll 16
    for (int64_t i = 0; i < 16; ++i) {
      r[i] = i < rows ? _mm512_castsi512_ps(_mm512_maskz_loadu_epi32(column_mask, from + i * from_stride))
                      : _mm512_setzero_ps();
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 16; ++j) {
      if (j < columns) _mm512_mask_storeu_epi32(to + j * to_stride, row_mask, _mm512_castps_si512(r[j]));
    }
  }

  // Transposes a whole tile, and prefetches the memory at `next_from` and `next_to` for the next tile. `kStream`:
  // stores past the caches; `to` must be aligned to 64 bytes.
  template <bool kStream>
  static void Whole(const T* from, int64_t from_stride, T* to, int64_t to_stride, const T* next_from,
                    const T* next_to) {
    __m512 r[16];
    LoadQuarters(from, from_stride, r);
#pragma GCC unroll 16
    for (int64_t i = 0; i < 16; ++i) {
      __builtin_prefetch(next_from + i * from_stride, 0, 3);
      if (!kStream) __builtin_prefetch(next_to + i * to_stride, 1, 3);
    }
    TurnQuarters(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 16; ++j) {
      float* row = reinterpret_cast<float*>(to + j * to_stride);
      if (kStream) {
        _mm512_stream_ps(row, r[j]);
      } else {
        _mm512_storeu_ps(row, r[j]);
      }
    }
  }

 private:
  // Loads elements 4 k to 4 k + 3 of rows i, i + 4, i + 8 and i + 12 into register 4 k + i, a quarter each. That saves
  // half of the shuffles, which take most of the time.
  static void LoadQuarters(const T* from, int64_t from_stride, __m512 (&r)[16]) {
#pragma GCC unroll 16
    for (int64_t i = 0; i < 4; ++i) {
#pragma GCC unroll 4
      for (int64_t k = 0; k < 4; ++k) {
        const float* quarter = reinterpret_cast<const float*>(from + i * from_stride) + 4 * k;
        __m512 v = _mm512_castps128_ps512(_mm_loadu_ps(quarter));
        v = _mm512_insertf32x4(v, _mm_loadu_ps(quarter + 4 * from_stride), 1);
        v = _mm512_insertf32x4(v, _mm_loadu_ps(quarter + 8 * from_stride), 2);
        r[4 * k + i] = _mm512_insertf32x4(v, _mm_loadu_ps(quarter + 12 * from_stride), 3);
      }
    }
  }

  // Turns the registers of LoadQuarters into columns.
  static void TurnQuarters(__m512 (&r)[16]) {
#pragma GCC unroll 4
    for (int k = 0; k < 16; k += 4) {
      const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(r[k], r[k + 1]));
      const __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(r[k], r[k + 1]));
      const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(r[k + 2], r[k + 3]));
      const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(r[k + 2], r[k + 3]));
      r[k] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
      r[k + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
      r[k + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
      r[k + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
    }
  }

  static void Turn(__m512 (&r)[16]) {
    __m512 t[16];
    // Pairs of rows, then fours, within each quarter of a register; then the quarters themselves.
#pragma GCC unroll 16
    for (int i = 0; i < 8; ++i) {
      t[2 * i] = _mm512_unpacklo_ps(r[2 * i], r[2 * i + 1]);
      t[2 * i + 1] = _mm512_unpackhi_ps(r[2 * i], r[2 * i + 1]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 4; ++i) {
#pragma GCC unroll 16
      for (int k = 0; k < 2; ++k) {
        const __m512d a = _mm512_castps_pd(t[4 * i + k]), b = _mm512_castps_pd(t[4 * i + 2 + k]);
        r[4 * i + 2 * k] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, b));
        r[4 * i + 2 * k + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, b));
      }
    }
#pragma GCC unroll 16
    for (int k = 0; k < 4; ++k) {
      t[k] = _mm512_shuffle_f32x4(r[k], r[4 + k], 0x88);
      t[4 + k] = _mm512_shuffle_f32x4(r[k], r[4 + k], 0xdd);
      t[8 + k] = _mm512_shuffle_f32x4(r[8 + k], r[12 + k], 0x88);
      t[12 + k] = _mm512_shuffle_f32x4(r[8 + k], r[12 + k], 0xdd);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 4; ++k) {
      r[k] = _mm512_shuffle_f32x4(t[k], t[8 + k], 0x88);
      r[8 + k] = _mm512_shuffle_f32x4(t[k], t[8 + k], 0xdd);
      r[4 + k] = _mm512_shuffle_f32x4(t[4 + k], t[12 + k], 0x88);
      r[12 + k] = _mm512_shuffle_f32x4(t[4 + k], t[12 + k], 0xdd);
    }
  }
};

struct Avx512Tiles8 {
  using Lanes = void;
  using T = uint64_t;
  static constexpr int64_t kTile = 8;

  static void Part(const T* from, int64_t from_stride, int64_t rows, T* to, int64_t to_stride, int64_t columns) {
    __m512d r[8];
    const auto row_mask = static_cast<__mmask8>((uint32_t{1} << rows) - 1);
    const auto column_mask = static_cast<__mmask8>((uint32_t{1} << columns) - 1);
#pragma GCC unroll 16
    for (int64_t i = 0; i < 8; ++i) {
      r[i] = i < rows ? _mm512_castsi512_pd(_mm512_maskz_loadu_epi64(column_mask, from + i * from_stride))
                      : _mm512_setzero_pd();
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 8; ++j) {
      if (j < columns) _mm512_mask_storeu_epi64(to + j * to_stride, row_mask, _mm512_castpd_si512(r[j]));
    }
  }

  template <bool kStream>
  static void Whole(const T* from, int64_t from_stride, T* to, int64_t to_stride, const T* next_from,
                    const T* next_to) {
    __m512d r[8];
#pragma GCC unroll 16
    for (int64_t i = 0; i < 8; ++i) {
      r[i] = _mm512_loadu_pd(reinterpret_cast<const double*>(from + i * from_stride));
      __builtin_prefetch(next_from + i * from_stride, 0, 3);
      if (!kStream) __builtin_prefetch(next_to + i * to_stride, 1, 3);
    }
    Turn(r);
#pragma GCC unroll 16
    for (int64_t j = 0; j < 8; ++j) {
      double* row = reinterpret_cast<double*>(to + j * to_stride);
      if (kStream) {
        _mm512_stream_pd(row, r[j]);
      } else {
        _mm512_storeu_pd(row, r[j]);
      }
    }
  }

 private:
  static void Turn(__m512d (&r)[8]) {
    __m512d t[8];
#pragma GCC unroll 16
    for (int i = 0; i < 4; ++i) {
      t[2 * i] = _mm512_unpacklo_pd(r[2 * i], r[2 * i + 1]);
      t[2 * i + 1] = _mm512_unpackhi_pd(r[2 * i], r[2 * i + 1]);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 2; ++k) {
      r[k] = _mm512_shuffle_f64x2(t[k], t[2 + k], 0x88);
      r[2 + k] = _mm512_shuffle_f64x2(t[k], t[2 + k], 0xdd);
      r[4 + k] = _mm512_shuffle_f64x2(t[4 + k], t[6 + k], 0x88);
      r[6 + k] = _mm512_shuffle_f64x2(t[4 + k], t[6 + k], 0xdd);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 2; ++k) {
      t[k] = _mm512_shuffle_f64x2(r[k], r[4 + k], 0x88);
      t[4 + k] = _mm512_shuffle_f64x2(r[k], r[4 + k], 0xdd);
      t[2 + k] = _mm512_shuffle_f64x2(r[2 + k], r[6 + k], 0x88);
      t[6 + k] = _mm512_shuffle_f64x2(r[2 + k], r[6 + k], 0xdd);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 8; ++k) r[k] = t[k];
  }
};

struct Bytes64 {
  using V = __m512i;
  static constexpr int kLanes = 4;
  static V Load(const uint8_t* p) { return _mm512_loadu_si512(p); }
  static V Low(V a, V b) { return _mm512_unpacklo_epi8(a, b); }
  static V High(V a, V b) { return _mm512_unpackhi_epi8(a, b); }
  template <int kLane>
  static __m128i Lane(V v) {
    return _mm512_extracti32x4_epi32(v, kLane);
  }
};

}  // namespace opdk
