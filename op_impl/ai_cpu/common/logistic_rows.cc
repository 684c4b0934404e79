#include "op_impl/ai_cpu/common/logistic_rows.h"

#include <algorithm>

#include "op_impl/ai_cpu/common/lanes.h"

#ifdef __x86_64__

namespace opdk {
namespace {

// exp(x) = 2^n * (1 + rest)
struct Power {
  IntLanes n;
  Lanes rest;
};

OPDK_AVX2_INLINE Lanes TwoTo(IntLanes n) { return reinterpret_cast<Lanes>((n + 127) << 23); }

// x in [-104, 0]; NaN stays in `rest`.
OPDK_AVX2_INLINE Power PowerOf(Lanes x) {
  // Added to a number it leaves the nearest integer in the lowest bits.
  const Lanes round = Lanes{} + 0x1.8p23F;
  const Lanes shifted = x * 0x1.715476p0F + round;
  const Lanes n = shifted - round;
  // ln 2 in two parts: the first one has so few bits that its product is exact.
  const Lanes r = x - n * 0x1.62e4p-1F - n * 0x1.7f7d1cp-20F;
  // (exp(r) - 1 - r) / r^2
  Lanes p = r * 0x1.a1256cp-13F + 0x1.6d43bp-10F;
  p = p * r + 0x1.1110ep-7F;
  p = p * r + 0x1.5554e8p-5F;
  p = p * r + 0x1.555556p-3F;
  p = p * r + 0.5F;
  return {reinterpret_cast<IntLanes>(shifted) - reinterpret_cast<IntLanes>(round), p * (r * r) + r};
}

OPDK_AVX2_INLINE Lanes Magnitude(Lanes x) {
  return reinterpret_cast<Lanes>(reinterpret_cast<IntLanes>(x) & 0x7fffffff);
}
// NaN stays.
OPDK_AVX2_INLINE Lanes AtMost(Lanes x, float limit) { return x > limit ? Lanes{} + limit : x; }

struct Logistic {
  OPDK_AVX2_INLINE static Lanes Of(Lanes x) {
    const Power power = PowerOf(-AtMost(Magnitude(x), 104));
    // In two factors: the power may be smaller than the smallest normal number.
    const IntLanes half = power.n >> 1;
    const Lanes exp = (power.rest + 1) * TwoTo(half) * TwoTo(power.n - half);
    return (x < 0 ? exp : Lanes{} + 1) / (exp + 1);
  }
};

struct Tanh {
  OPDK_AVX2_INLINE static Lanes Of(Lanes x) {
    // exp(-2|x|) - 1 loses nothing near 0, and beyond 10 the result is 1.
    const Power power = PowerOf(-2 * AtMost(Magnitude(x), 10));
    const Lanes scale = TwoTo(power.n);
    const Lanes less = scale * power.rest + (scale - 1);
    const Lanes magnitude = -less / (less + 2);
    constexpr int32_t kSign = INT32_MIN;
    return reinterpret_cast<Lanes>((reinterpret_cast<IntLanes>(magnitude) & ~kSign) |
                                   (reinterpret_cast<IntLanes>(x) & kSign));
  }
};

template <typename Function>
OPDK_AVX2 void Each(float* values, int64_t count) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes& lanes = *reinterpret_cast<Lanes*>(values + i);
    lanes = Function::Of(lanes);
  }
  if (i == count) return;
  float rest[kLanes] = {};
  std::copy(values + i, values + count, rest);
  Lanes& lanes = *reinterpret_cast<Lanes*>(rest);
  lanes = Function::Of(lanes);
  std::copy(rest, rest + (count - i), values + i);
}

}  // namespace

bool LogisticRow(float* values, int64_t count) {
  if (HasAvx2()) Each<Logistic>(values, count);
  return HasAvx2();
}

bool TanhRow(float* values, int64_t count) {
  if (HasAvx2()) Each<Tanh>(values, count);
  return HasAvx2();
}

}  // namespace opdk

#else

namespace opdk {

bool LogisticRow(float*, int64_t) { return false; }
bool TanhRow(float*, int64_t) { return false; }

}  // namespace opdk

#endif
