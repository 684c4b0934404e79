// Shapes of a function that doesn't run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/execution/context.h"

namespace opdk {

// Returns the shapes that the function's outputs would have for inputs of these shapes. -1: an unknown extent; {-2}: an
// unknown rank. `values`: of inputs whose values are known, by the inputs' numbers. Runs no step, so shapes that depend
// on other values stay unknown.
std::vector<std::vector<int64_t>> ShapesWithoutRun(const RunState& function,
                                                   std::span<const std::vector<int64_t>> inputs,
                                                   const std::map<size_t, ge::Tensor>& values = {});

}  // namespace opdk
