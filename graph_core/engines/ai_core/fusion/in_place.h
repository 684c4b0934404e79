// The inputs that a fused kernel may overwrite with its output.
#pragma once

#include <cstdint>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

// Returns for each output of the plan an input that it may overwrite; -1: none. The input has the same extents and
// dtype, and the kernel reads it at the place it writes. (A reduction reads a row before any of it is written.) The
// result is the value of kInPlaceAttr. A kernel with several outputs overwrites none, because the compiler may read an
// input again after the first output is written. A cube overwrites its residual.
std::vector<int64_t> InPlaceInputs(const StepPlan& plan);

}  // namespace opdk
