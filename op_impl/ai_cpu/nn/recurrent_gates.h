// GateFunctions for one instruction set. Divisions are joined where possible. Results are within 4 units in the last
// place of the activations computed one by one; sums may cancel. `L`: the register's struct (lanes_*.h).
#pragma once

#include <cstdint>

#include "op_impl/ai_cpu/common/logistic_lanes.h"

namespace opdk {

template <typename L>
class RecurrentGatesOf {
 public:
  static void Lstm(const float* input, const float* product, int64_t hidden, float* c, float* h) {
    ForAll(input, product, hidden, LstmCellStep{c});
    ForAll(input, product, hidden, LstmStateStep{c, h});
  }
  static void GruReset(const float* input, const float* product, const float* h, int64_t hidden, float* reset) {
    ForAll(input, product, hidden, GruResetStep{h, reset});
  }
  static void Gru(const float* input, const float* product, int64_t hidden, float* h) {
    ForAll(input, product, hidden, GruStep<false>{nullptr, h});
  }
  static void LinearGru(const float* input, const float* product, const float* bias, int64_t hidden, float* h) {
    ForAll(input, product, hidden, GruStep<true>{bias, h});
  }

 private:
  using F = typename L::F;
  using Logistic = LogisticOf<L>;

  // Some of the lanes; zeros in the others.
  struct SomeLanes {
    F Load(const float* at) const { return L::LoadFirst(at, count); }
    void Store(float* at, F values) const { L::StoreFirst(at, values, count); }
    int64_t count;
  };

  struct AllLanes {
    F Load(const float* at) const { return L::Load(at); }
    void Store(float* at, F values) const { L::Store(at, values); }
  };

  // Computes 1 / sigmoid(x). The result is infinite where the sigmoid is 0.
  static F InverseSigmoid(F x) {
    const auto power = Logistic::PowerOf(-L::AtMost(L::AtLeast(x, -89), 87));
    const F scale = Logistic::TwoTo(power.n);
    return scale * (power.rest + 1) + 1;
  }

  // Computes `less` = exp(2x) - 1, which loses nothing near 0. tanh(x) = less / (less + 2).
  static F TanhLess(F x) {
    // Beyond them tanh is 1 to the last bit.
    const auto power = Logistic::PowerOf(2 * L::AtMost(L::AtLeast(x, -10), 10));
    const F scale = Logistic::TwoTo(power.n);
    return scale * power.rest + (scale - 1);
  }

  // The parts of a register of units, or of fewer, in gate after gate.
  template <typename Access>
  struct Gates {
    F Sum(int gate) const { return access.Load(input + gate * hidden) + access.Load(product + gate * hidden); }

    const float *input, *product;
    int64_t hidden;
    Access access;
  };

  // A step in two parts, so that the second part's long chains of operations don't wait for the first part's.
  struct LstmCellStep {
    template <typename Access>
    void At(int64_t at, const Gates<Access>& gates) const {
      const F i = InverseSigmoid(gates.Sum(0)), f = InverseSigmoid(gates.Sum(2)), g = TanhLess(gates.Sum(3));
      gates.access.Store(c + at, gates.access.Load(c + at) / f + g / (i * (g + 2)));
    }

    float* c;
  };

  struct LstmStateStep {
    template <typename Access>
    void At(int64_t at, const Gates<Access>& gates) const {
      const F o = InverseSigmoid(gates.Sum(1)), state = TanhLess(gates.access.Load(c + at));
      gates.access.Store(h + at, state / (o * (state + 2)));
    }

    const float* c;
    float* h;
  };

  struct GruResetStep {
    template <typename Access>
    void At(int64_t at, const Gates<Access>& gates) const {
      gates.access.Store(reset + at, gates.access.Load(h + at) / InverseSigmoid(gates.Sum(1)));
    }

    const float* h;
    float* reset;
  };

  template <bool kLinear>
  struct GruStep {
    template <typename Access>
    void At(int64_t at, const Gates<Access>& gates) const {
      const Access& access = gates.access;
      const F z = 1 / InverseSigmoid(gates.Sum(0)), less = TanhLess(State(at, gates));
      access.Store(h + at, (1 - z) * (less / (less + 2)) + z * access.Load(h + at));
    }

    template <typename Access>
    F State(int64_t at, const Gates<Access>& gates) const {
      if (!kLinear) return gates.Sum(2);
      const Access& access = gates.access;
      F linear = access.Load(gates.product + 2 * gates.hidden);
      if (bias != nullptr) linear += access.Load(bias + at);
      return access.Load(gates.input + 2 * gates.hidden) + linear / InverseSigmoid(gates.Sum(1));
    }

    const float* bias;
    float* h;
  };

  template <typename Step>
  static void ForAll(const float* input, const float* product, int64_t hidden, const Step& step) {
    int64_t at = 0;
    for (; at + L::kLanes <= hidden; at += L::kLanes)
      step.At(at, Gates<AllLanes>{input + at, product + at, hidden, {}});
    if (at < hidden) step.At(at, Gates<SomeLanes>{input + at, product + at, hidden, {hidden - at}});
  }
};

}  // namespace opdk
