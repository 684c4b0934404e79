// Shapes of a function that doesn't run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph_core/execution/context.h"

namespace opdk {

// Returns the shapes that the function's outputs would have for inputs of these shapes. -1: an unknown extent; {-2}: an
// unknown rank. Runs no step, so shapes that depend on values stay unknown.
std::vector<std::vector<int64_t>> ShapesWithoutRun(const RunState& function,
                                                   std::span<const std::vector<int64_t>> inputs);

}  // namespace opdk
