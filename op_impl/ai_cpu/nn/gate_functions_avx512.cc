#include <immintrin.h>

#include <cstdint>

#include "op_impl/ai_cpu/nn/gate_functions.h"

// GCC's own intrinsics leave registers undefined on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
// The target begins here, so that definitions in the headers above run on any processor.
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma")

#include "op_impl/ai_cpu/common/lanes_avx512.h"
#include "op_impl/ai_cpu/nn/recurrent_gates.h"

namespace opdk {

const GateFunctions& Avx512GateFunctions() {
  using Gates = RecurrentGatesOf<Avx512Lanes>;
  static constexpr GateFunctions functions{Gates::Lstm, Gates::GruReset, Gates::Gru, Gates::LinearGru};
  return functions;
}

}  // namespace opdk
