// Sixteen floats in a register. For files compiled for AVX-512 only.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "op_impl/ai_cpu/common/lanes_avx2.h"

namespace opdk {

// The lanes of AVX-512, with the functions of Avx2Lanes.
struct Avx512Lanes {
  static constexpr int64_t kLanes = 16;
  static constexpr int kSums = 24;

  using F [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] = float;
  using I [[gnu::vector_size(kLanes * sizeof(int32_t))]] = int32_t;

  static F Load(const float* at) { return *reinterpret_cast<const F*>(at); }
  static void Store(float* at, F lanes) { *reinterpret_cast<F*>(at) = lanes; }
  static F LoadFirst(const float* at, int64_t count) {
    return reinterpret_cast<F>(_mm512_maskz_loadu_ps(First(count), at));
  }
  static void StoreFirst(float* at, F lanes, int64_t count) {
    _mm512_mask_storeu_ps(at, First(count), reinterpret_cast<__m512>(lanes));
  }
  static F Set(float x) { return reinterpret_cast<F>(_mm512_set1_ps(x)); }
  static F Once(F x) {
    asm("" : "+v"(x));
    return x;
  }
  static F AtMost(F x, float limit) {
    return reinterpret_cast<F>(_mm512_min_ps(_mm512_set1_ps(limit), reinterpret_cast<__m512>(x)));
  }
  static F AtLeast(F x, float limit) {
    return reinterpret_cast<F>(_mm512_max_ps(_mm512_set1_ps(limit), reinterpret_cast<__m512>(x)));
  }
  static void StoreSums(const F (&rows)[4], float* y) {
    Avx2Lanes::StoreSums({Half(rows[0]), Half(rows[1]), Half(rows[2]), Half(rows[3])}, y);
  }

 private:
  // Adds the upper lanes of a row to its lower lanes.
  static Avx2Lanes::F Half(F row) {
    const auto all = reinterpret_cast<__m512>(row);
    return reinterpret_cast<Avx2Lanes::F>(_mm256_add_ps(_mm512_castps512_ps256(all), _mm512_extractf32x8_ps(all, 1)));
  }
  static __mmask16 First(int64_t count) { return static_cast<__mmask16>((uint32_t{1} << count) - 1); }
};

}  // namespace opdk
