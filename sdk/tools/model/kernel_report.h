// The output of `opdk explain --kernel` for one kernel.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "opdk/status.h"

namespace opdk {

// Describes the AI Core kernels that `name` stands for in a compiled graph. `name` is a kernel's name, a node's (all
// kernels of the node), or the name of an operator that was fused into a kernel. Each description holds the operators,
// the tensor expression, the canonical kernel, Halide's loop nest, and the descriptor beside the object in the kernel
// cache. E1001 with "did you mean": nothing has this name.
Result<std::string> FormatKernel(const Graph& graph, const PassContext& context, const std::string& name);

}  // namespace opdk
