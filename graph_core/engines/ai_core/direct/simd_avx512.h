// Sixteen floats in a register. For files compiled for AVX-512 only.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace opdk {

struct Avx512 {
  using F = __m512;
  static constexpr int64_t kLanes = 16;

  static __mmask16 First(int64_t count) { return static_cast<__mmask16>((uint32_t{1} << count) - 1); }
  static F Set(float x) { return _mm512_set1_ps(x); }
  static F Load(const float* p) { return _mm512_loadu_ps(p); }
  // Loads the first `count` elements (below kLanes) from memory; all others are those of `rest`.
  static F LoadFirst(const float* p, int64_t count, F rest) { return _mm512_mask_loadu_ps(rest, First(count), p); }
  // Loads elements [begin, end) (from 0 to kLanes) from memory; all others are zero.
  static F LoadBetween(const float* p, int64_t begin, int64_t end) {
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>(First(end) & ~First(begin)), p);
  }
  static void Store(float* p, F x) { _mm512_storeu_ps(p, x); }
  // Stores past the caches. `p` is aligned to a register.
  static void Stream(float* p, F x) { _mm512_stream_ps(p, x); }
  // Ends a run of Stream stores. Must be called before another thread reads the memory.
  static void EndStream() { _mm_sfence(); }
  static void StoreFirst(float* p, F x, int64_t count) { _mm512_mask_storeu_ps(p, First(count), x); }
  // Keeps x in a register for all its uses; otherwise the compiler would load it again for each use.
  static F Once(F x) {
    asm("" : "+v"(x));
    return x;
  }
  static F Add(F a, F b) { return _mm512_add_ps(a, b); }
  static F Sub(F a, F b) { return _mm512_sub_ps(a, b); }
  static F Mul(F a, F b) { return _mm512_mul_ps(a, b); }
  static F Div(F a, F b) { return _mm512_div_ps(a, b); }
  static F MulAdd(F a, F b, F c) { return _mm512_fmadd_ps(a, b, c); }
  static F Max(F a, F b) { return _mm512_max_ps(a, b); }  // b when either is NaN
  static F Min(F a, F b) { return _mm512_min_ps(a, b); }  // b when either is NaN
  static F Or(F a, F b) { return _mm512_or_ps(a, b); }
  // Elements n, n + 1 … of a followed by b.
  static constexpr bool kShifts = true;
  template <int n>
  static F From(F a, F b) {
    return _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(b), _mm512_castps_si512(a), n));
  }
  // Returns elements 0, 2, 4 … of a followed by b; Odd returns elements 1, 3, 5 ….
  static F Even(F a, F b) { return _mm512_permutex2var_ps(a, EvenIndex(), b); }
  static F Odd(F a, F b) { return _mm512_permutex2var_ps(a, _mm512_or_si512(EvenIndex(), _mm512_set1_epi32(1)), b); }
  static F Round(F x) { return _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
  // Returns x * 2^n for a whole n in [-160, 127], rounded once.
  static F Scale(F x, F n) { return _mm512_scalef_ps(x, n); }
  static float Largest(F x) { return _mm512_reduce_max_ps(x); }
  static float Sum(F x) { return _mm512_reduce_add_ps(x); }
  static bool AnyNan(F x) { return _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q) != 0; }

 private:
  static __m512i EvenIndex() { return _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30); }
};

}  // namespace opdk
