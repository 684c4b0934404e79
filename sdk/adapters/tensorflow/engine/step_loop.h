// Several steps in one run: a loop around all that a run with an IterationOp does.
#pragma once

#include <cstdint>
#include <string>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/engine/rewrite.h"

namespace opdk::tensorflow_adapter {

// The IterationOp that makes a graph a loop of steps; null: it has none, or runs one step with that parameter
// iterations_per_loop.
const tensorflow::NodeDef* FindIterationOp(const tensorflow::GraphDef& graph, int64_t iterations);

// Whether it is a graph that LoopSteps has given: grappler comes back to what it has changed.
bool LoopsSteps(const tensorflow::GraphDef& graph);

// `written` is the request's graph without annotations, in which GeOps may have taken places. It becomes a loop that
// runs it `iterations` times, or as often as the IterationOp's variable says, and gives what the last step has given.
// E1001: what is fed can't be outside of a loop, or the graph is a function's.
Result<tensorflow::GraphDef> LoopSteps(const RewriteRequest& request, const tensorflow::NodeDef& iteration_op,
                                       const tensorflow::GraphDef& written, int64_t iterations);

}  // namespace opdk::tensorflow_adapter
