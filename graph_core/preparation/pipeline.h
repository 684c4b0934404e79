// The preparation stage: takes a graph from a parser or an author. Afterwards every description is filled, legal and
// inferred, and all known values are constants.
#pragma once

#include <span>

#include "graph_core/ir/pass.h"

namespace opdk {

struct GraphDumps;

// Needs context.packages; folding needs context.engines (without any, nothing is folded).
// Errors: E2002 unknown operator, E2003 refused by verification or inference, E2004 cycle, E2005 malformed graph,
// E2007 a tensor too large for memory, E2009 attribute, E6002 an operator's function threw.
// `dumps`: nullptr: none.
Status PrepareGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps = nullptr);

// Checks the graph, completes it from the prototypes and infers it. Changes nothing else.
Status InferOnly(Graph& graph, const PassContext& context);

// Returns the table of passes, in order.
std::span<const Pass> PreparationPasses();

}  // namespace opdk
