// The step of GetNext.
#pragma once

#include "graph_core/execution/context.h"

namespace opdk {

// Takes the next element of the channel. The element's bytes are the outputs until the step runs again. E1003:
// there is no such channel, or it has no more elements. E1004: the element doesn't fit the graph.
Status RunNext(RunState& state, RunStep& step, const ChannelTask& task);

}  // namespace opdk
