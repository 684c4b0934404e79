// Steps that read and write variables.
#pragma once

#include "graph_core/execution/context.h"

namespace opdk {

// Runs the step. E6001: the variable has no value yet, or the new value has another shape.
Status RunVariable(RunState& state, RunStep& step, VariableOp op);

}  // namespace opdk
