// A step of LSTM and GRU behind its products, for the activations that networks have nearly always (Sigmoid for the
// gates, Tanh for the states, without clip), on machines with wider vectors than the library is compiled for.
#pragma once

#include <cstdint>

#include "op_impl/ai_cpu/common/vector_functions.h"

namespace opdk {

// `input`, `product`: the parts that the input and the state have in the gates, which are `hidden` numbers each.
struct GateFunctions {
  // Gates i o f g: c = f c + i g, h = o tanh(c).
  void (*lstm)(const float* input, const float* product, int64_t hidden, float* c, float* h);
  // Gates z r g. reset = r h, before its product with g's weights is known.
  void (*gru_reset)(const float* input, const float* product, const float* h, int64_t hidden, float* reset);
  // h = (1 - z) g + z h, where g's part of `product` is that of `reset`.
  void (*gru)(const float* input, const float* product, int64_t hidden, float* h);
  // h = (1 - z) g + z h, where r multiplies g's part of `product` and `bias` (nullptr: none).
  void (*linear_gru)(const float* input, const float* product, const float* bias, int64_t hidden, float* h);
};

const GateFunctions& Avx2GateFunctions();
const GateFunctions& Avx512GateFunctions();

// Returns the gate functions that this machine runs. nullptr: it runs none.
inline const GateFunctions* GateFunctionsHere() {
  static const GateFunctions* const here = FunctionsHere(Avx2GateFunctions, Avx512GateFunctions);
  return here;
}

}  // namespace opdk
