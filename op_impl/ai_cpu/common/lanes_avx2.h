// Eight floats in a register. For files compiled for AVX2 and FMA only.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace opdk {

struct Avx2Lanes {
  static constexpr int64_t kLanes = 8;
  // Most sums in registers (rows by registers of columns), so that registers are left for their operands.
  static constexpr int kSums = 12;

  // Read from any address.
  using F [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] = float;
  using I [[gnu::vector_size(kLanes * sizeof(int32_t))]] = int32_t;

  static F Load(const float* at) { return *reinterpret_cast<const F*>(at); }
  static void Store(float* at, F lanes) { *reinterpret_cast<F*>(at) = lanes; }
  // Loads the first `count` lanes (at most kLanes). The other lanes are 0.
  static F LoadFirst(const float* at, int64_t count) {
    return reinterpret_cast<F>(_mm256_maskload_ps(at, First(count)));
  }
  static void StoreFirst(float* at, F lanes, int64_t count) {
    _mm256_maskstore_ps(at, First(count), reinterpret_cast<__m256>(lanes));
  }
  static F Set(float x) { return reinterpret_cast<F>(_mm256_set1_ps(x)); }
  // Keeps x in a register. The compiler would load x again at each use.
  static F Once(F x) {
    asm("" : "+x"(x));
    return x;
  }
  // Limits x from above. NaN stays.
  static F AtMost(F x, float limit) {
    return reinterpret_cast<F>(_mm256_min_ps(_mm256_set1_ps(limit), reinterpret_cast<__m256>(x)));
  }
  static F AtLeast(F x, float limit) {
    return reinterpret_cast<F>(_mm256_max_ps(_mm256_set1_ps(limit), reinterpret_cast<__m256>(x)));
  }
  // Stores the sum of rows[j] in y[j].
  static void StoreSums(const F (&rows)[4], float* y) {
    const __m256 halves = _mm256_hadd_ps(Joined(rows[0], rows[1]), Joined(rows[2], rows[3]));
    _mm_storeu_ps(y, _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1)));
  }

 private:
  // Returns the sums of neighbouring lanes of a, then of b.
  static __m256 Joined(F a, F b) { return _mm256_hadd_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b)); }
  static __m256i First(int64_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
};

}  // namespace opdk
