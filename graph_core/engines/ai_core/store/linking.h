// The generated code's way into the process: the code generator's library, the linker, the kernels' runtime.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/codegen/codegen.h"
#include "opdk/status.h"

namespace opdk {

// Opens libopdk_codegen.so (Halide, LLVM) beside this library, once. E5007.
Result<const CodegenApi*> OpenCodegen();
// Identifies the build of the code generator without opening it.
std::string CodegenBuild();
// Opens a library that LinkKernels made, with the kernel runtime that it needs. Never closed. E5007.
Result<void*> OpenKernels(const std::string& library);
// Returns the programs that can link kernels, in the order in which they are tried. The last is a wheel's own, by path.
std::vector<std::string> KernelLinkers();
// Links objects with the kernel runtime into a shared library. "" or the linker's words why it could not; E4001 when no
// linker can be started.
Result<std::string> LinkKernels(std::span<const std::string> objects, const std::string& library);

}  // namespace opdk
