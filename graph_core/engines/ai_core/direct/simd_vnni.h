// Avx512 with integers. For files compiled for AVX-512 and VNNI only.
#pragma once

#include "graph_core/engines/ai_core/direct/simd_avx512.h"

namespace opdk {

struct Vnni : Avx512 {
  // Sixteen int32, or as many groups of terms.
  using I = __m512i;
  static I SetI(int32_t x) { return _mm512_set1_epi32(x); }
  static I SetGroup(const void* terms) {
    int32_t group;
    __builtin_memcpy(&group, terms, sizeof(group));
    return _mm512_set1_epi32(group);
  }
  static I LoadI(const void* p) { return _mm512_loadu_si512(p); }
  static void StoreI(void* p, I x) { _mm512_storeu_si512(p, x); }
  static I OnceI(I x) {
    asm("" : "+v"(x));
    return x;
  }
  static I AddI(I a, I b) { return _mm512_add_epi32(a, b); }
  static I MulI(I a, I b) { return _mm512_mullo_epi32(a, b); }
  static F ToFloat(I x) { return _mm512_cvtepi32_ps(x); }
  // Returns sum + the two products of each pair.
  static I AddPairs(I sum, I a, I b) {
    // Adds in the sum's own register; the compiler would copy the sum each time.
    asm("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    return sum;
  }
  // sum + the four products of each group.
  static constexpr bool kHasBytes = true;
  static I AddBytes(I sum, I unsigned_terms, I signed_terms) {
    asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(unsigned_terms), "v"(signed_terms));
    return sum;
  }
  // Whole registers that StoreTogether takes.
  static constexpr int kStored = 4;
  // Stores bytes as StoreBytes does, to one row or two. With `zero` added, the numbers must fit bytes, signed or not.
  template <int kRows>
  static void StoreTogether(uint8_t* p, int64_t stride, const F* x, int32_t zero, bool is_signed) {
    I whole[kStored];
#pragma GCC unroll 4
    for (int j = 0; j < kStored; ++j) {
      whole[j] = _mm512_cvt_roundps_epi32(x[j], _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    }
    // Unsigned saturation serves both: signed bytes are moved up before and down behind it.
    const I moved = _mm512_set1_epi16(static_cast<int16_t>(is_signed ? zero + 128 : zero));
    const I sign = _mm512_set1_epi8(static_cast<char>(is_signed ? -128 : 0));
    const I left = _mm512_add_epi16(_mm512_packs_epi32(whole[0], whole[1]), moved);
    const I right = _mm512_add_epi16(_mm512_packs_epi32(whole[2], whole[3]), moved);
    const I bytes = _mm512_xor_si512(_mm512_packus_epi16(left, right), sign);
    const I order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const I ordered = _mm512_permutexvar_epi32(order, bytes);
    if constexpr (kRows == 1) return StoreI(p, ordered);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_castsi512_si256(ordered));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + stride), _mm512_extracti64x4_epi64(ordered, 1));
  }
  // Rounds x, halves to even, adds `zero`, and stores the results as bytes. Stores 0 where `tested` is NaN.
  static void StoreBytes(uint8_t* p, F x, I zero, F tested) {
    const I whole = _mm512_cvt_roundps_epi32(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __mmask16 numbers = _mm512_cmp_ps_mask(tested, tested, _CMP_ORD_Q);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_maskz_cvtepi32_epi8(numbers, AddI(whole, zero)));
  }
};

}  // namespace opdk
