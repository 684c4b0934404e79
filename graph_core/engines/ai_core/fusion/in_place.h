// Which inputs a fused kernel may overwrite with its output.
#pragma once

#include <cstdint>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

// For each output of the plan: an input of the same extents and dtype that the kernel reads at the place it writes (a
// reduction reads a row before any of it is written), or -1. The value of kInPlaceAttr. A kernel with several outputs
// overwrites none: the compiler may read an input again after the first of them is written. Of a cube: the residual.
std::vector<int64_t> InPlaceInputs(const StepPlan& plan);

}  // namespace opdk
