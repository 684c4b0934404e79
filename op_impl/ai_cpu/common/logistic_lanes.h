// Powers of e in lanes, and sigmoid and tanh that are made of them. `L`: the register's struct (lanes_*.h).
#pragma once

#include <cstdint>

namespace opdk {

template <typename L>
class LogisticOf {
 public:
  using F = typename L::F;
  using I = typename L::I;

  // exp(x) = 2^n * (1 + rest)
  struct Power {
    I n;
    F rest;
  };

  // Returns 2^n for n in [-126, 128]. The result is infinite for 128.
  static F TwoTo(I n) { return reinterpret_cast<F>((n + 127) << 23); }

  // Splits exp(x) = 2^n * (1 + rest). x is in [-104, 89]. NaN stays in `rest`.
  static Power PowerOf(F x) {
    // Added to a number it leaves the nearest integer in the lowest bits.
    const F round = L::Set(0x1.8p23F);
    const F shifted = x * 0x1.715476p0F + round;
    const F n = shifted - round;
    // ln 2 in two parts: the first one has so few bits that its product is exact.
    const F r = x - n * 0x1.62e4p-1F - n * 0x1.7f7d1cp-20F;
    // (exp(r) - 1 - r) / r^2
    F p = r * 0.0013883216306567192F + 0.008367682807147503F;
    p = p * r + 0.041667383164167404F;
    p = p * r + 0.16666534543037415F;
    p = p * r + 0.4999999701976776F;
    return {reinterpret_cast<I>(shifted) - reinterpret_cast<I>(round), p * (r * r) + r};
  }

  // Implements VectorFunctions::logistic_row.
  static void LogisticRow(float* values, int64_t count) { Each<Logistic>(values, count); }
  static void TanhRow(float* values, int64_t count) { Each<Tanh>(values, count); }

 private:
  static F Magnitude(F x) { return reinterpret_cast<F>(reinterpret_cast<I>(x) & 0x7fffffff); }

  struct Logistic {
    static F Of(F x) {
      const Power power = PowerOf(-L::AtMost(Magnitude(x), 104));
      // In two factors: the power may be smaller than the smallest normal number.
      const I half = power.n >> 1;
      const F exp = (power.rest + 1) * TwoTo(half) * TwoTo(power.n - half);
      return (x < 0 ? exp : L::Set(1)) / (exp + 1);
    }
  };

  struct Tanh {
    static F Of(F x) {
      // exp(-2|x|) - 1 loses nothing near 0, and beyond 10 the result is 1.
      const Power power = PowerOf(-2 * L::AtMost(Magnitude(x), 10));
      const F scale = TwoTo(power.n);
      const F less = scale * power.rest + (scale - 1);
      const F magnitude = -less / (less + 2);
      constexpr int32_t kSign = INT32_MIN;
      return reinterpret_cast<F>((reinterpret_cast<I>(magnitude) & ~kSign) | (reinterpret_cast<I>(x) & kSign));
    }
  };

  template <typename Function>
  static void Each(float* values, int64_t count) {
    int64_t i = 0;
    for (; i + L::kLanes <= count; i += L::kLanes) L::Store(values + i, Function::Of(L::Load(values + i)));
    if (i == count) return;
    L::StoreFirst(values + i, Function::Of(L::LoadFirst(values + i, count - i)), count - i);
  }
};

}  // namespace opdk
