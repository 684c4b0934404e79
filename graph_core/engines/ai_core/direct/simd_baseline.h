// Four floats in a register, on any x86-64.
#pragma once

#include <emmintrin.h>

#include <cstdint>

namespace opdk {

struct Baseline {
  using F = __m128;
  static constexpr int64_t kLanes = 4;

  static F Set(float x) { return _mm_set1_ps(x); }
  static F Load(const float* p) { return _mm_loadu_ps(p); }
  // Loads the first `count` elements (below kLanes) from memory; all others are those of `rest`.
  static F LoadFirst(const float* p, int64_t count, F rest) {
    float lanes[kLanes];
    Store(lanes, rest);
    for (int64_t i = 0; i < count; ++i) lanes[i] = p[i];
    return Load(lanes);
  }
  // Loads elements [begin, end) (from 0 to kLanes) from memory; all others are zero.
  static F LoadBetween(const float* p, int64_t begin, int64_t end) {
    float lanes[kLanes] = {};
    for (int64_t i = begin; i < end; ++i) lanes[i] = p[i];
    return Load(lanes);
  }
  static void Store(float* p, F x) { _mm_storeu_ps(p, x); }
  // Stores past the caches. `p` is aligned to a register.
  static void Stream(float* p, F x) { _mm_stream_ps(p, x); }
  // Ends a run of Stream stores. Must be called before another thread reads the memory.
  static void EndStream() { _mm_sfence(); }
  static void StoreFirst(float* p, F x, int64_t count) {
    float lanes[kLanes];
    Store(lanes, x);
    for (int64_t i = 0; i < count; ++i) p[i] = lanes[i];
  }
  // Keeps x in a register for all its uses; otherwise the compiler would load it again for each use.
  static F Once(F x) {
    asm("" : "+x"(x));
    return x;
  }
  // True if one instruction gives elements n, n + 1 … of a followed by b.
  static constexpr bool kShifts = false;
  static F Add(F a, F b) { return _mm_add_ps(a, b); }
  static F Sub(F a, F b) { return _mm_sub_ps(a, b); }
  static F Mul(F a, F b) { return _mm_mul_ps(a, b); }
  static F Div(F a, F b) { return _mm_div_ps(a, b); }
  static F MulAdd(F a, F b, F c) { return _mm_add_ps(_mm_mul_ps(a, b), c); }
  static F Max(F a, F b) { return _mm_max_ps(a, b); }  // b when either is NaN
  static F Min(F a, F b) { return _mm_min_ps(a, b); }  // b when either is NaN
  static F Or(F a, F b) { return _mm_or_ps(a, b); }
  // Returns elements 0, 2 … of a followed by b; Odd returns elements 1, 3 ….
  static F Even(F a, F b) { return _mm_shuffle_ps(a, b, 0x88); }
  static F Odd(F a, F b) { return _mm_shuffle_ps(a, b, 0xdd); }
  // Rounds numbers of magnitudes below 2^31 to the nearest whole number.
  static F Round(F x) { return _mm_cvtepi32_ps(_mm_cvtps_epi32(x)); }
  // Returns x * 2^n for a whole n in [-160, 63], rounded once. The first factor, 2^(n + 64), is exact.
  static F Scale(F x, F n) {
    const __m128i exponent = _mm_add_epi32(_mm_cvtps_epi32(n), _mm_set1_epi32(127 + 64));
    return Mul(Mul(x, _mm_castsi128_ps(_mm_slli_epi32(exponent, 23))), Set(0x1p-64F));
  }
  static float Largest(F x) {
    const F m = _mm_max_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
  }
  static float Sum(F x) {
    const F s = _mm_add_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 1)));
  }
  // Four int32, or as many groups of terms.
  using I = __m128i;
  static I SetGroup(const void* terms) {
    int32_t group;
    __builtin_memcpy(&group, terms, sizeof(group));
    return _mm_set1_epi32(group);
  }
  static I LoadI(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
  static void StoreI(void* p, I x) { _mm_storeu_si128(static_cast<__m128i*>(p), x); }
  static I SetI(int32_t x) { return _mm_set1_epi32(x); }
  static I OnceI(I x) {
    asm("" : "+x"(x));
    return x;
  }
  static I AddI(I a, I b) { return _mm_add_epi32(a, b); }
  static I MulI(I a, I b) {
    const I even = _mm_mul_epu32(a, b), odd = _mm_mul_epu32(_mm_srli_si128(a, 4), _mm_srli_si128(b, 4));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 0x08), _mm_shuffle_epi32(odd, 0x08));
  }
  static F ToFloat(I x) { return _mm_cvtepi32_ps(x); }
  static constexpr int kStored = 1;
  // Stores bytes as Vnni::StoreBytes does.
  static void StoreBytes(uint8_t* p, F x, I zero, F tested) {
    const I numbers = _mm_castps_si128(_mm_cmpord_ps(tested, tested));
    const I whole = _mm_and_si128(AddI(_mm_cvtps_epi32(x), zero), numbers);
    const I lowest = _mm_and_si128(whole, _mm_set1_epi32(0xff));
    const I words = _mm_packs_epi32(lowest, lowest);
    const int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
    __builtin_memcpy(p, &bytes, sizeof(bytes));
  }
  // Returns sum + the two products of each pair.
  static I AddPairs(I sum, I a, I b) { return _mm_add_epi32(sum, _mm_madd_epi16(a, b)); }
  static constexpr bool kHasBytes = false;
  static bool AnyNan(F x) { return _mm_movemask_ps(_mm_cmpunord_ps(x, x)) != 0; }
};

}  // namespace opdk
