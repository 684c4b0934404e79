// Checks that a program that was read fits its graph.
#pragma once

#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/program/program.h"

namespace opdk {

// Returns whether all functions agree with the graph's nodes. Compared are the type and shape of each tensor, the
// tensors of each step, the way in which each step runs, and the sizes of blocks outside of the arena. `nodes`:
// NumberedNodes of the graph. All numbers in the program must be in range (program_check.h).
bool FitsGraph(const Program& program, const std::vector<Node*>& nodes);

}  // namespace opdk
