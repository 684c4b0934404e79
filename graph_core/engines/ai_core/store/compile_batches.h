// The batches in which kernels are compiled together.
#pragma once

#include <span>
#include <vector>

#include "graph_core/engines/ai_core/codegen/codegen.h"

namespace opdk {

// Divides kernels into batches for `threads` compilers that end at about the same time. The code generator's fixed cost
// per batch is that of one kernel, and batches above eight kernels are slow in themselves. Largest batch first.
std::vector<std::vector<CodegenKernel>> BatchesToCompile(std::span<const CodegenKernel> kernels, int threads);

}  // namespace opdk
