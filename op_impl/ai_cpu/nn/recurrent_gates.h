// A step of LSTM and GRU behind its products, for the activations that networks have nearly always (Sigmoid for the gates,
// Tanh for the states, without clip), on machines with AVX2: what can be is computed in one go, with fewer divisions.
// Within 4 units in the last place of what the activations one by one give; sums may cancel.
#pragma once

#include <algorithm>
#include <cstdint>

#include "op_impl/ai_cpu/common/logistic_lanes.h"

#ifdef __x86_64__

namespace opdk {
namespace fused_gates {

// Some of the lanes; zeros in the others.
struct SomeLanes {
  OPDK_AVX2_INLINE Lanes Load(const float* at) const {
    float lanes[kLanes] = {};
    std::copy(at, at + count, lanes);
    return *reinterpret_cast<const Lanes*>(lanes);
  }
  OPDK_AVX2_INLINE void Store(float* at, Lanes values) const {
    for (int64_t i = 0; i < count; ++i) at[i] = values[i];
  }
  int64_t count;
};

struct AllLanes {
  OPDK_AVX2_INLINE Lanes Load(const float* at) const { return *reinterpret_cast<const Lanes*>(at); }
  OPDK_AVX2_INLINE void Store(float* at, Lanes values) const { *reinterpret_cast<Lanes*>(at) = values; }
};

// 1 / sigmoid(x): infinite where the sigmoid is 0.
OPDK_AVX2_INLINE Lanes InverseSigmoid(Lanes x) {
  const Power power = PowerOf(-AtMost(AtLeast(x, -89), 87));
  const Lanes scale = TwoTo(power.n);
  return scale * (power.rest + 1) + 1;
}

// tanh(x) = less / (less + 2), where `less` is exp(2x) - 1, which loses nothing near 0.
OPDK_AVX2_INLINE Lanes TanhLess(Lanes x) {
  // Beyond them tanh is 1 to the last bit.
  const Power power = PowerOf(2 * AtMost(AtLeast(x, -10), 10));
  const Lanes scale = TwoTo(power.n);
  return scale * power.rest + (scale - 1);
}

// The parts of eight units, or of fewer, in gate after gate.
template <typename Access>
struct Gates {
  OPDK_AVX2_INLINE Lanes Sum(int gate) const {
    return access.Load(input + gate * hidden) + access.Load(product + gate * hidden);
  }

  const float *input, *product;
  int64_t hidden;
  Access access;
};

// Two steps, so that the second one's long chains of operations don't wait for the first one's.
struct LstmCellStep {
  template <typename Access>
  OPDK_AVX2_INLINE void At(int64_t at, const Gates<Access>& gates) const {
    const Lanes i = InverseSigmoid(gates.Sum(0)), f = InverseSigmoid(gates.Sum(2)), g = TanhLess(gates.Sum(3));
    gates.access.Store(c + at, gates.access.Load(c + at) / f + g / (i * (g + 2)));
  }

  float* c;
};

struct LstmStateStep {
  template <typename Access>
  OPDK_AVX2_INLINE void At(int64_t at, const Gates<Access>& gates) const {
    const Lanes o = InverseSigmoid(gates.Sum(1)), state = TanhLess(gates.access.Load(c + at));
    gates.access.Store(h + at, state / (o * (state + 2)));
  }

  const float* c;
  float* h;
};

struct GruResetStep {
  template <typename Access>
  OPDK_AVX2_INLINE void At(int64_t at, const Gates<Access>& gates) const {
    gates.access.Store(reset + at, gates.access.Load(h + at) / InverseSigmoid(gates.Sum(1)));
  }

  const float* h;
  float* reset;
};

template <bool kLinear>
struct GruStep {
  template <typename Access>
  OPDK_AVX2_INLINE void At(int64_t at, const Gates<Access>& gates) const {
    const Access& access = gates.access;
    const Lanes z = 1 / InverseSigmoid(gates.Sum(0)), less = TanhLess(State(at, gates));
    access.Store(h + at, (1 - z) * (less / (less + 2)) + z * access.Load(h + at));
  }

  template <typename Access>
  OPDK_AVX2_INLINE Lanes State(int64_t at, const Gates<Access>& gates) const {
    if (!kLinear) return gates.Sum(2);
    const Access& access = gates.access;
    Lanes linear = access.Load(gates.product + 2 * gates.hidden);
    if (bias != nullptr) linear += access.Load(bias + at);
    return access.Load(gates.input + 2 * gates.hidden) + linear / InverseSigmoid(gates.Sum(1));
  }

  const float* bias;
  float* h;
};

template <typename Step>
OPDK_AVX2 void ForAll(const float* input, const float* product, int64_t hidden, const Step& step) {
  int64_t at = 0;
  for (; at + kLanes <= hidden; at += kLanes) step.At(at, Gates<AllLanes>{input + at, product + at, hidden, {}});
  if (at < hidden) step.At(at, Gates<SomeLanes>{input + at, product + at, hidden, {hidden - at}});
}

}  // namespace fused_gates

// Whether this machine has AVX2; without it nothing else may be called.
inline bool FusedGatesRunHere() { return HasAvx2(); }

// `input`, `product`: the parts that the input and the state have in the gates, which are `hidden` numbers each.

// Gates i o f g: c = f c + i g, h = o tanh(c).
inline void FusedLstm(const float* input, const float* product, int64_t hidden, float* c, float* h) {
  fused_gates::ForAll(input, product, hidden, fused_gates::LstmCellStep{c});
  fused_gates::ForAll(input, product, hidden, fused_gates::LstmStateStep{c, h});
}

// Gates z r g. reset = r h, before its product with g's weights is known.
inline void FusedGruReset(const float* input, const float* product, const float* h, int64_t hidden, float* reset) {
  fused_gates::ForAll(input, product, hidden, fused_gates::GruResetStep{h, reset});
}

// h = (1 - z) g + z h, where g's part of `product` is that of `reset`.
inline void FusedGru(const float* input, const float* product, int64_t hidden, float* h) {
  fused_gates::ForAll(input, product, hidden, fused_gates::GruStep<false>{nullptr, h});
}

// The same where r multiplies g's part of `product` and `bias` (nullptr: none).
inline void FusedLinearGru(const float* input, const float* product, const float* bias, int64_t hidden, float* h) {
  fused_gates::ForAll(input, product, hidden, fused_gates::GruStep<true>{bias, h});
}

}  // namespace opdk

#else

namespace opdk {

inline bool FusedGatesRunHere() { return false; }
inline void FusedLstm(const float*, const float*, int64_t, float*, float*) {}
inline void FusedGruReset(const float*, const float*, const float*, int64_t, float*) {}
inline void FusedGru(const float*, const float*, int64_t, float*) {}
inline void FusedLinearGru(const float*, const float*, const float*, int64_t, float*) {}

}  // namespace opdk

#endif
