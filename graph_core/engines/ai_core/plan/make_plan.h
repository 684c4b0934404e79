// Divides an expression into steps.
#pragma once

#include <span>
#include <vector>

#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

// `outputs`: one expression per output; those that are not `needed` are not computed. `input_count`: of the operator.
// `blocks`: which inputs and outputs have channel blocks; temporaries have none.
// E2010 with the reason when a part of the expression has no lowering.
Result<StepPlan> MakePlan(std::span<const tbe::Tensor> outputs, const std::vector<bool>& needed, int input_count,
                          const PortBlocks& blocks = {});

}  // namespace opdk
