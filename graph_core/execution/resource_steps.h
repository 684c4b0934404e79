// Steps that use tensor arrays and stacks.
#pragma once

#include "graph_core/execution/context.h"

namespace opdk {

// E6001: what a tensor array or a stack can't do, or a handle that is none of this run.
Status RunResource(RunState& state, RunStep& step);

}  // namespace opdk
