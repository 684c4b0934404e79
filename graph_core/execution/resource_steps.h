// Steps that use tensor arrays and stacks.
#pragma once

#include "graph_core/execution/context.h"

namespace opdk {

// Runs the step. E6001: the array or stack can't do it, or the handle isn't of this run.
Status RunResource(RunState& state, RunStep& step, ResourceOp op);

}  // namespace opdk
