// Checks that a program which was read fits its graph.
#pragma once

#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/program/program.h"

namespace opdk {

// Returns whether slots, steps, ports and blocks of all functions are what the graph's nodes say: the type and shape of
// each tensor, the tensors that each step takes and gives, how a step runs, and the sizes of what lies outside of the
// arena. `nodes`: NumberedNodes of the graph. Every number of the program is in its range already (program_check.h).
bool FitsGraph(const Program& program, const std::vector<Node*>& nodes);

}  // namespace opdk
