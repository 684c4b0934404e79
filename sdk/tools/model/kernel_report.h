// What `opdk explain --kernel` prints of one kernel.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "opdk/status.h"

namespace opdk {

// The AI Core kernels that `name` stands for in a compiled graph: a kernel's name, a node's (all its kernels), or that
// of an operator that was fused into one. Of each: the operators, the tensor expression, the canonical kernel, Halide's
// loop nest, and the descriptor beside the object in the kernel cache. E1001 with "did you mean" when there is none.
Result<std::string> FormatKernel(const Graph& graph, const PassContext& context, const std::string& name);

}  // namespace opdk
