// Several steps in one run: a loop around all that a run with an IterationOp does.
#pragma once

#include <cstdint>
#include <string>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/engine/rewrite.h"

namespace opdk::tensorflow_adapter {

// Returns the IterationOp that makes a graph a loop of steps; null when it has none, or when `iterations`
// (iterations_per_loop) makes it one step.
const tensorflow::NodeDef* FindIterationOp(const tensorflow::GraphDef& graph, int64_t iterations);

// Returns whether LoopSteps made the graph; grappler optimizes a changed graph again.
bool LoopsSteps(const tensorflow::GraphDef& graph);

// Turns a graph into a loop that runs it `iterations` times, or as often as the IterationOp's variable says, and gives
// the last step's values. `written`: the request's graph without annotations, possibly with GeOps. E1001: a fed node
// can't be outside of a loop, or the graph is a function's.
Result<tensorflow::GraphDef> LoopSteps(const RewriteRequest& request, const tensorflow::NodeDef& iteration_op,
                                       const tensorflow::GraphDef& written, int64_t iterations);

}  // namespace opdk::tensorflow_adapter
