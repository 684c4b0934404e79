// The door of libopdk_codegen.so, which is opened only when a kernel isn't in the cache: it carries Halide and LLVM.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "opdk/status.h"

namespace opdk {

struct CodegenApi {
  uint32_t struct_size;
  // Writes one object file with all kernels. `isa`: "avx512", "avx2" or "baseline". E4001 with Halide's words.
  // Thread-safe.
  Status (*compile)(std::span<const CodegenKernel> kernels, const std::string& isa, const std::string& object_path);
  // Writes the loop nest of one kernel as text.
  Status (*write_loop_nest)(const CodegenKernel& kernel, const std::string& isa, const std::string& path);
};

}  // namespace opdk

extern "C" __attribute__((visibility("default"))) const opdk::CodegenApi* opdk_codegen();
