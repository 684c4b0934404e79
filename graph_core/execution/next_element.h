// The step of GetNext.
#pragma once

#include "graph_core/execution/context.h"

namespace opdk {

// Takes the next element of the step's channel, whose bytes are the outputs' until it runs again. E1003: there is no
// such channel, or nothing (more) comes. E1004: the element isn't what the graph says.
Status RunNext(RunState& state, RunStep& step);

}  // namespace opdk
