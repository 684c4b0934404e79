// Powers of e in lanes, which sigmoid and tanh are made of.
#pragma once

#include "op_impl/ai_cpu/common/lanes.h"

#ifdef __x86_64__

#include <immintrin.h>

namespace opdk {

// exp(x) = 2^n * (1 + rest)
struct Power {
  IntLanes n;
  Lanes rest;
};

// n in [-126, 128]; infinite for 128.
OPDK_AVX2_INLINE Lanes TwoTo(IntLanes n) { return reinterpret_cast<Lanes>((n + 127) << 23); }

// x in [-104, 89]; NaN stays in `rest`.
OPDK_AVX2_INLINE Power PowerOf(Lanes x) {
  // Added to a number it leaves the nearest integer in the lowest bits.
  const Lanes round = Lanes{} + 0x1.8p23F;
  const Lanes shifted = x * 0x1.715476p0F + round;
  const Lanes n = shifted - round;
  // ln 2 in two parts: the first one has so few bits that its product is exact.
  const Lanes r = x - n * 0x1.62e4p-1F - n * 0x1.7f7d1cp-20F;
  // (exp(r) - 1 - r) / r^2
  Lanes p = r * 0.0013883216306567192F + 0.008367682807147503F;
  p = p * r + 0.041667383164167404F;
  p = p * r + 0.16666534543037415F;
  p = p * r + 0.4999999701976776F;
  return {reinterpret_cast<IntLanes>(shifted) - reinterpret_cast<IntLanes>(round), p * (r * r) + r};
}

// NaN stays.
OPDK_AVX2_INLINE Lanes AtMost(Lanes x, float limit) {
  return reinterpret_cast<Lanes>(_mm256_min_ps(_mm256_set1_ps(limit), reinterpret_cast<__m256>(x)));
}
OPDK_AVX2_INLINE Lanes AtLeast(Lanes x, float limit) {
  return reinterpret_cast<Lanes>(_mm256_max_ps(_mm256_set1_ps(limit), reinterpret_cast<__m256>(x)));
}

}  // namespace opdk

#endif
