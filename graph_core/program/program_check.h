// Checks of a program that was read.
#pragma once

#include <vector>

#include "graph_core/program/program.h"

namespace opdk {

// Returns whether every index is in range, every tensor is inside of a block of its memory, and the program fits its
// graph. `nodes`: NumberedNodes of the graph.
bool HangsTogether(const Program& program, const std::vector<Node*>& nodes);

}  // namespace opdk
