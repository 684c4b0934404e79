//   c = MatMul(x, w)   d = Add(c, b)   e = Relu(d)   f = Softmax(e)      b: one number per column
//
//   {c}             the plan is one step, of the cube: the group begins
//   {c, d}          still one step that ends in the cube: d is the bias
//   {c, d, e}       still one step
//   {c, d, e, f}    the last step is a vector kernel: not taken, but the next nodes are tried, since an activation may
//                   be whole only with what follows
//   result          FusedOp {c, d, e}; f stays by itself
#include <algorithm>
#include <unordered_set>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/fusion/group.h"
#include "graph_core/engines/ai_core/fusion/in_place.h"
#include "graph_core/engines/ai_core/fusion/passes.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

bool EndsInCube(const StepPlan& plan) {
  if (plan.steps.empty() || !plan.steps.back().is_cube()) return false;
  return TakesEpilogues(*plan.steps.back().cube);
}

}  // namespace

Result<Changed> FuseCubeEpilogue(Graph& graph, const PassContext& context) {
  const PackageRegistry& packages = *context.packages;
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  std::vector<std::vector<Node*>> groups;
  for (Node* node : order) {
    if (!MayFuse(*node, packages) || !HasAxes(*node, 2)) continue;
    std::vector<Node*> group{node};
    auto plan = PlanOfGroup(group, context, ParamValues::kIgnored);
    if (!plan.ok() || (*plan)->no_fuse || !EndsInCube(**plan)) continue;
    size_t fused = 1;
    for (auto next = Followers(group, packages); !next.empty(); next = Followers(group, packages)) {
      group.insert(group.end(), next.begin(), next.end());
      auto longer = PlanOfGroup(group, context);
      if (!longer.ok() || (*longer)->no_fuse) break;
      const bool ends_in_cube = EndsInCube(**longer);
      if (ends_in_cube && (*longer)->steps.size() != (*plan)->steps.size()) break;
      if (ends_in_cube) fused = group.size();
      // An activation may be whole only with the next nodes: x * (1 + erf(x / sqrt(2))) with its factor 0.5.
      if (group.size() > fused + kLongestSpelling) break;
    }
    group.resize(fused);
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  // The residual of one convolution may end another's chain: a node belongs to the first group that took it.
  int fused_groups = 0;
  std::unordered_set<const Node*> taken;
  for (const std::vector<Node*>& group : groups) {
    std::vector<Node*> members;
    for (Node* node : group) {
      if (taken.contains(node)) break;
      members.push_back(node);
    }
    if (members.size() < 2) continue;
    taken.insert(members.begin(), members.end());
    auto plan = PlanOfGroup(members, context);
    Node* fused = FuseGroup(graph, members);
    if (plan.ok()) fused->op().attrs[std::string(kInPlaceAttr)] = InPlaceInputs(**plan);
    ++fused_groups;
  }
  AddMatches("fuse_cube_epilogue", {static_cast<int>(groups.size()), fused_groups}, context);
  return Changed{fused_groups > 0};
}

}  // namespace opdk
