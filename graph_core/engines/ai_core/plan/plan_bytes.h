// A node's plan as bytes: its kernel image in a program that is written.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "opdk/status.h"

namespace opdk {

// Writes a plan as bytes. Equal plans give equal bytes. The expressions that the passes worked on are left out.
std::string WriteNodePlan(const NodePlan& plan);
// Reads a plan. Writers of such bytes decide what runs, as with any compiled code. E2001: the bytes are no plan.
Result<NodePlan> ReadNodePlan(std::string_view bytes);

}  // namespace opdk
