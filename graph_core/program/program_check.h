// Whether a program that was read hangs together.
#pragma once

#include <vector>

#include "graph_core/program/program.h"

namespace opdk {

// What execution takes as an index is one, and what lies in memory lies in a block of it. `nodes`: of its graph, by
// number.
bool HangsTogether(const Program& program, const std::vector<Node*>& nodes);

}  // namespace opdk
