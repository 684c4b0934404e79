// The time that a kernel takes, on one thread and on all. It is measured once, then remembered like choices of
// algorithms.
#pragma once

#include <optional>

#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/kernel_work.h"

namespace opdk {

// Measures a node of known shapes whose steps are all of the cube. nullopt: there are other steps, or `may_measure` is
// false and there is no earlier result. `may_measure` becomes false if the machine is too busy for a measurement.
std::optional<KernelWork> MeasuredWork(const Node& node, const NodePlan& plan, AiCoreStores& stores, bool& may_measure);

}  // namespace opdk
