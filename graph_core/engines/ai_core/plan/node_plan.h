// The plan of a node in its graph: constants are known, and numbers stand in for unknown dimensions.
#pragma once

#include <compare>
#include <string_view>
#include <vector>

#include "graph_core/engines/ai_core/plan/plan_memo.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Plans a node. `provider`: nullptr for a FusedOp. `context`: the packages, and the context of PlanOnce. `exact`
// becomes false if a dimension is unknown. A refusal then says nothing about the real dimensions.
Result<SharedPlan> PlanOf(const Node& node, const OperatorProvider* provider, const PassContext& context, bool* exact,
                          const PlanOptions& options = {});
// Plans a node as PlanOf does, as if its tensors had these blocks.
Result<SharedPlan> PlanWithBlocks(const Node& node, const OperatorProvider* provider, const PassContext& context,
                                  const PortBlocks& blocks, bool* exact, const PlanOptions& options = {});

// Attribute of a node (Bool): its convolutions may be computed by Winograd's algorithm. Set by the pass allow_winograd.
inline constexpr std::string_view kWinogradAttr = "_winograd";

// A node's plan and the facts that its kernels depend on.
struct NodePlan {
  SharedPlan steps;       // nullptr: it can't be planned yet
  bool exact = true;      // every dimension is known
  bool winograd = false;  // the node's kWinogradAttr
  bool measures = true;   // CompileOptions::deterministic is off

  // Compares the address of the plan. Equal operators of a graph share their steps, so equal plans have one address.
  auto operator<=>(const NodePlan&) const = default;

  // Returns the node's options. Shapes that change must not be measured, because that would happen in the middle of a
  // run.
  NodeOptions options() const { return {.measures = exact && measures, .winograd = exact && winograd}; }
};

}  // namespace opdk
