#include <immintrin.h>

#include <cstdint>

#include "op_impl/ai_cpu/nn/gate_functions.h"

// The target begins here, so that definitions in the headers above run on any processor.
#pragma GCC target("avx2,fma")

#include "op_impl/ai_cpu/common/lanes_avx2.h"
#include "op_impl/ai_cpu/nn/recurrent_gates.h"

namespace opdk {

const GateFunctions& Avx2GateFunctions() {
  using Gates = RecurrentGatesOf<Avx2Lanes>;
  static constexpr GateFunctions functions{Gates::Lstm, Gates::GruReset, Gates::Gru, Gates::LinearGru};
  return functions;
}

}  // namespace opdk
