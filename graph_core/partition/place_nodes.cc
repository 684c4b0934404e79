#include <fmt/format.h>

#include "graph_core/engines/engine.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/placed_node.h"
#include "graph_core/partition/passes.h"

namespace opdk {

namespace {

Status Refused(const Node& node, const std::vector<Refusal>& refusals) {
  std::string reasons;
  for (const Refusal& refusal : refusals)
    reasons += fmt::format("{}{}: {}", reasons.empty() ? " " : "; ", refusal.engine, refusal.reason);
  std::string message = refusals.empty() ? "there is no engine to run it" : "no engine can run it:" + reasons;
  return Status(ErrorCode::kNoEngine, std::move(message))
      .At(PlaceOf(node))
      .Hint("add a column to the operator information, or a package with a kernel that takes these types and shapes");
}

}  // namespace

Status PlaceNode(Node& node, const PassContext& context) {
  Placement placement;
  for (const Engine* engine : context.engines) {
    Result<const OperatorProvider*> provider = engine->CheckSupported(node, *context.packages);
    if (provider.ok()) {
      node.placement() = std::move(placement);
      Place(node, engine->name(), *provider);
      return {};
    }
    placement.refusals.push_back({std::string(engine->name()), std::move(provider).status().message()});
  }
  return Refused(node, placement.refusals);
}

Result<Changed> PlaceNodes(Graph& graph, const PassContext& context) {
  bool changed = false;
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  for (Node* node : order) {
    // A FusedOp already belongs to the engine that made it. A placement that a file gives another node doesn't count.
    if (node->Is(kFusedOp)) continue;
    node->placement() = Placement();
    if (IsLocal(*node)) Place(*node, kLocalEngine, nullptr);
    // Structural nodes aren't placed.
    if (IsStructural(*node)) continue;
    OPDK_TRY(PlaceNode(*node, context));
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
