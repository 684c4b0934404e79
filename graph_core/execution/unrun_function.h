// Shapes of a function that doesn't run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph_core/execution/context.h"

namespace opdk {

// Returns the shapes that the function's outputs would have for inputs of these shapes: -1 for an unknown extent, {-2}
// for an unknown rank. Runs no step: what the values of a run would decide stays unknown.
std::vector<std::vector<int64_t>> ShapesWithoutRun(const RunState& function,
                                                   std::span<const std::vector<int64_t>> inputs);

}  // namespace opdk
