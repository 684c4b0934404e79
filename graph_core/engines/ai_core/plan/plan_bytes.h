// A node's plan as bytes: its kernel image in a program that is written.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "opdk/status.h"

namespace opdk {

// Equal plans give equal bytes. The expressions that the passes worked on aren't among them.
std::string WriteNodePlan(const NodePlan& plan);
// E2001: not the bytes of a plan. Whoever can write them decides what runs, as with any compiled code.
Result<NodePlan> ReadNodePlan(std::string_view bytes);

}  // namespace opdk
