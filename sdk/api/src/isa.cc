#include "opdk/isa.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "opdk/status.h"

namespace opdk {
namespace {

Isa BestIsa() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma")) {
    return Isa::kAvx512;
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? Isa::kAvx2 : Isa::kBaseline;
}

Result<Isa> ChooseIsa() {
  const Isa best = BestIsa();
  const char* wanted = std::getenv("OPDK_ISA");
  if (wanted == nullptr || *wanted == '\0') return best;
  for (Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    if (std::string(wanted) != Name(isa)) continue;
    if (isa <= best) return isa;
    Status status(ErrorCode::kUsage, fmt::format("OPDK_ISA={}, but this processor has {} at most", wanted, Name(best)));
    return std::move(status).Hint("unset OPDK_ISA, or set it to baseline, avx2 or avx512");
  }
  Status status(ErrorCode::kUsage, fmt::format("OPDK_ISA={} names no instruction set", wanted));
  return std::move(status).Hint("unset OPDK_ISA, or set it to baseline, avx2 or avx512");
}

}  // namespace

const char* Name(Isa isa) { return isa == Isa::kAvx512 ? "avx512" : isa == Isa::kAvx2 ? "avx2" : "baseline"; }

Result<Isa> TargetIsa() {
  static const Result<Isa> isa = ChooseIsa();
  return isa;
}

Isa VectorIsa() {
  const Result<Isa> isa = TargetIsa();
  return isa.ok() ? *isa : Isa::kBaseline;
}

}  // namespace opdk
