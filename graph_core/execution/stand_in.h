// Kernels of steps whose engine refuses the shapes of a run: a model of the step's operators alone, compiled for these
// shapes on engines that take them.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "opdk/status.h"

namespace opdk {

// Returns the kernel of a step for these arguments: its engine's kernel, else a stand-in. `values`: inputs whose values
// the kernel is built from. Errors: the engine's refusal, with the other engines' reasons.
Result<std::shared_ptr<const PreparedKernel>> PrepareOrStandIn(const LoadedModel& model, const LoadedStep& step,
                                                               std::span<const int> values, const KernelArgs& args);

// Returns the engines that run a prepared kernel of `node`: those of a stand-in's steps, else the node's.
std::string EnginesOf(const PreparedKernel& prepared, const Node& node);

}  // namespace opdk
