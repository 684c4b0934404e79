#include <algorithm>

#include "graph_core/ai_core/fusion/group.h"
#include "graph_core/ai_core/fusion/passes.h"

namespace opdk {
namespace {

bool EndsInCube(const StepPlan& plan) {
  if (plan.steps.empty() || !plan.steps.back().expressions.empty()) return false;
  return plan.steps.back().cube->kind != tbe::Kind::kPool;
}

}  // namespace

Result<Changed> FuseCubeEpilogue(Graph& graph, const PassContext& context) {
  const PackageRegistry& packages = *context.packages;
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  std::vector<std::vector<Node*>> groups;
  for (Node* node : order) {
    if (!MayFuse(*node, packages)) continue;
    std::vector<Node*> group{node};
    auto plan = PlanOfGroup(group, packages);
    if (!plan.ok() || !EndsInCube(*plan)) continue;
    // Only the first reader can follow, so nothing outside lies between two members.
    for (Node* next = OnlyReader(*node); next != nullptr && MayFuse(*next, packages); next = OnlyReader(*next)) {
      group.push_back(next);
      auto longer = PlanOfGroup(group, packages);
      if (!longer.ok() || !EndsInCube(*longer) || longer->steps.size() != plan->steps.size()) {
        group.pop_back();
        break;
      }
    }
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  // The residual of one convolution may end another's chain: a node belongs to the first group that took it.
  bool changed = false;
  std::vector<const Node*> taken;
  for (const std::vector<Node*>& group : groups) {
    std::vector<Node*> members;
    for (Node* node : group) {
      if (std::find(taken.begin(), taken.end(), node) != taken.end()) break;
      members.push_back(node);
    }
    if (members.size() < 2) continue;
    taken.insert(taken.end(), members.begin(), members.end());
    FuseGroup(graph, members);
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
