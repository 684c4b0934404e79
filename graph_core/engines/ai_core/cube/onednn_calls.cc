#include "graph_core/engines/ai_core/cube/onednn_calls.h"

#include <cstring>

#include "graph_core/base/machine.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Below this a copy is not worth a second thread.
constexpr int64_t kCopyGrain = 1 << 18;

}  // namespace

const dnnl::engine& CpuEngine() {
  static const dnnl::engine engine = [] {
    // If OPDK_ISA names a lesser processor, oneDNN's kernels are limited to it, like generated kernels.
    const auto isa = TargetIsa();
    const bool avx2 = __builtin_cpu_supports("avx2"), avx512 = __builtin_cpu_supports("avx512f");
    if (isa.ok() && *isa == Isa::kAvx2 && avx512) dnnl::set_max_cpu_isa(dnnl::cpu_isa::avx2);
    if (isa.ok() && *isa == Isa::kBaseline && avx2) dnnl::set_max_cpu_isa(dnnl::cpu_isa::sse41);
    return dnnl::engine(dnnl::engine::kind::cpu, 0);
  }();
  return engine;
}

bool IsReference(std::string_view implementation) { return implementation.starts_with("ref"); }

bool RoundsByThreads(std::string_view implementation) {
  return implementation.starts_with("brgconv:") || implementation.starts_with("gemm") ||
         implementation.starts_with("x64:gemm");
}

void Call::Run(const dnnl::stream& stream) const {
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(primitive_.get(), stream.get(), static_cast<int>(arguments_.size()), arguments_.data()),
      "a primitive could not be executed");
}

void CopyInParallel(const void* from, void* to, size_t bytes) {
  ParallelFor(static_cast<int64_t>(bytes), kCopyGrain, [&](int64_t begin, int64_t end) {
    std::memcpy(static_cast<char*>(to) + begin, static_cast<const char*>(from) + begin,
                static_cast<size_t>(end - begin));
  });
}

}  // namespace opdk
