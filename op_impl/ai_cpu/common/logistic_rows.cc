#include "op_impl/ai_cpu/common/logistic_rows.h"

#include <algorithm>

#include "op_impl/ai_cpu/common/logistic_lanes.h"

#ifdef __x86_64__

namespace opdk {
namespace {

OPDK_AVX2_INLINE Lanes Magnitude(Lanes x) {
  return reinterpret_cast<Lanes>(reinterpret_cast<IntLanes>(x) & 0x7fffffff);
}

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
