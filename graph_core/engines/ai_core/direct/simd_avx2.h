// Eight floats in a register. For files compiled for AVX2 and FMA only.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace opdk {

struct Avx2 {
  using F = __m256;
  static constexpr int64_t kLanes = 8;

  static __m256i First(int64_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
  static F Set(float x) { return _mm256_set1_ps(x); }
  static F Load(const float* p) { return _mm256_loadu_ps(p); }
  // Loads the first `count` elements (below kLanes) from memory; all others are those of `rest`.
  static F LoadFirst(const float* p, int64_t count, F rest) {
    const __m256i mask = First(count);
    return _mm256_blendv_ps(rest, _mm256_maskload_ps(p, mask), _mm256_castsi256_ps(mask));
  }
  // Loads elements [begin, end) (from 0 to kLanes) from memory; all others are zero.
  static F LoadBetween(const float* p, int64_t begin, int64_t end) {
    return _mm256_maskload_ps(p, _mm256_andnot_si256(First(begin), First(end)));
  }
  static void Store(float* p, F x) { _mm256_storeu_ps(p, x); }
  // Stores past the caches. `p` is aligned to a register.
  static void Stream(float* p, F x) { _mm256_stream_ps(p, x); }
  // Ends a run of Stream stores. Must be called before another thread reads the memory.
  static void EndStream() { _mm_sfence(); }
  static void StoreFirst(float* p, F x, int64_t count) { _mm256_maskstore_ps(p, First(count), x); }
  // Keeps x in a register for all its uses; otherwise the compiler would load it again for each use.
  static F Once(F x) {
    asm("" : "+x"(x));
    return x;
  }
  static F Add(F a, F b) { return _mm256_add_ps(a, b); }
  static F Sub(F a, F b) { return _mm256_sub_ps(a, b); }
  static F Mul(F a, F b) { return _mm256_mul_ps(a, b); }
  static F Div(F a, F b) { return _mm256_div_ps(a, b); }
  static F MulAdd(F a, F b, F c) { return _mm256_fmadd_ps(a, b, c); }
  static F Max(F a, F b) { return _mm256_max_ps(a, b); }  // b when either is NaN
  static F Min(F a, F b) { return _mm256_min_ps(a, b); }  // b when either is NaN
  static F Or(F a, F b) { return _mm256_or_ps(a, b); }
  // True if one instruction gives elements n, n + 1 … of a followed by b.
  static constexpr bool kShifts = false;
  // Returns elements 0, 2, 4 … of a followed by b; Odd returns elements 1, 3, 5 ….
  static F Even(F a, F b) { return InOrder(_mm256_shuffle_ps(a, b, 0x88)); }
  static F Odd(F a, F b) { return InOrder(_mm256_shuffle_ps(a, b, 0xdd)); }
  static F Round(F x) { return _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
  // Returns x * 2^n for a whole n in [-160, 63], rounded once. The first factor, 2^(n + 64), is exact.
  static F Scale(F x, F n) {
    const __m256i exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127 + 64));
    return Mul(Mul(x, _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23))), Set(0x1p-64F));
  }
  static float Largest(F x) {
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
  }
  static float Sum(F x) {
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 1)));
  }
  // Eight int32, or as many groups of terms.
  using I = __m256i;
  static I SetGroup(const void* terms) {
    int32_t group;
    __builtin_memcpy(&group, terms, sizeof(group));
    return _mm256_set1_epi32(group);
  }
  static I LoadI(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
  static void StoreI(void* p, I x) { _mm256_storeu_si256(static_cast<__m256i*>(p), x); }
  static I SetI(int32_t x) { return _mm256_set1_epi32(x); }
  static I OnceI(I x) {
    asm("" : "+x"(x));
    return x;
  }
  static I AddI(I a, I b) { return _mm256_add_epi32(a, b); }
  static I MulI(I a, I b) { return _mm256_mullo_epi32(a, b); }
  static F ToFloat(I x) { return _mm256_cvtepi32_ps(x); }
  // Whole registers that StoreTogether takes, see Vnni.
  static constexpr int kStored = 2;
  template <int>
  static void StoreTogether(uint8_t* p, int64_t, const F* x, int32_t zero, bool is_signed) {
    const I moved = _mm256_set1_epi16(static_cast<int16_t>(is_signed ? zero + 128 : zero));
    const I words = _mm256_add_epi16(_mm256_packs_epi32(_mm256_cvtps_epi32(x[0]), _mm256_cvtps_epi32(x[1])), moved);
    const I ordered = _mm256_permute4x64_epi64(words, 0xd8);
    const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1));
    const __m128i sign = _mm_set1_epi8(static_cast<char>(is_signed ? -128 : 0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_xor_si128(bytes, sign));
  }
  static void StoreBytes(uint8_t* p, F x, I zero, F tested) {
    const __m256i numbers = _mm256_castps_si256(_mm256_cmp_ps(tested, tested, _CMP_ORD_Q));
    const __m256i whole = _mm256_and_si256(AddI(_mm256_cvtps_epi32(x), zero), numbers);
    const __m256i lowest = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  //
                                            0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m256i bytes = _mm256_shuffle_epi8(whole, lowest);
    const __m128i all = _mm_unpacklo_epi32(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(p), all);
  }
  // Returns sum + the two products of each pair.
  static I AddPairs(I sum, I a, I b) { return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)); }
  // sum + the four products of each group; pairs of them must fit 16 bits.
  static constexpr bool kHasBytes = true;
  static I AddBytes(I sum, I unsigned_terms, I signed_terms) {
    const I pairs = _mm256_maddubs_epi16(unsigned_terms, signed_terms);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  static bool AnyNan(F x) { return _mm256_movemask_ps(_mm256_cmp_ps(x, x, _CMP_UNORD_Q)) != 0; }

 private:
  // Returns pairs 0, 2, 1, 3 of x.
  static F InOrder(F x) { return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(x), 0xd8)); }
};

}  // namespace opdk
