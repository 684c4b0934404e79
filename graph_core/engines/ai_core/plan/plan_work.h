// Estimates of the work of a plan's kernels.
#pragma once

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/engines/kernel_work.h"

namespace opdk {

// Returns the work of all steps, one after the other. `winograd`: convolutions may use Winograd's algorithm.
KernelWork WorkOfPlan(const StepPlan& plan, bool winograd);

}  // namespace opdk
