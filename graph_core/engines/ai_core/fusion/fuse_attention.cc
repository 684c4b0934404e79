//   s = BatchMatMulV2(q, k)   m = Mul(s, f)   n = Add(m, mask)   p = SoftmaxV2(n)   y = BatchMatMulV2(p, v)
//
//   result   FusedOp {s, m, n, p, y}, if its plan has them in one step: neither s nor p are ever in memory as a whole
#include <algorithm>
#include <unordered_set>

#include "graph_core/engines/ai_core/fusion/group.h"
#include "graph_core/engines/ai_core/fusion/passes.h"

namespace opdk {
namespace {

// Returns whether the plan of one node is a product of matrices.
bool IsProduct(Node* node, const PassContext& context) {
  Node* const alone[] = {node};
  const auto plan = PlanOfGroup(alone, context, ParamValues::kIgnored);
  return plan.ok() && !(*plan)->no_fuse && (*plan)->steps.size() == 1 && (*plan)->steps[0].is_cube() &&
         (*plan)->steps[0].cube->kind == tbe::Kind::kMatmul;
}

// Returns whether a node reduces. A group without such a node has no softmax, and needn't be planned as a whole.
bool Reduces(Node* node, const PassContext& context) {
  Node* const alone[] = {node};
  const auto plan = PlanOfGroup(alone, context, ParamValues::kIgnored);
  if (!plan.ok()) return false;
  const auto& steps = (*plan)->steps;
  return std::any_of(steps.begin(), steps.end(), [](const StepSpec& step) {
    const auto& nodes = step.kernel.ir.nodes;
    return std::any_of(nodes.begin(), nodes.end(), [](const KernelNode& each) { return each.op == KernelOp::kReduce; });
  });
}

bool IsAttention(const std::vector<Node*>& group, const PassContext& context) {
  if (std::none_of(group.begin() + 1, group.end() - 1, [&](Node* node) { return Reduces(node, context); }))
    return false;
  const auto plan = PlanOfGroup(group, context);
  return plan.ok() && !(*plan)->no_fuse && (*plan)->steps.size() == 1 && (*plan)->steps[0].is_attention();
}

// Returns whether a node has two inputs that aren't constants. The second product of an attention has: the weights, and
// the rows that they weigh.
bool HasTwoData(const Node& node) {
  return std::count_if(node.inputs().begin(), node.inputs().end(), [](const Endpoint& from) {
           return from.node != nullptr && from.node->ConstValue() == nullptr;
         }) >= 2;
}

// Returns the nodes from a product to the next product, if only the former leads to the latter. Empty: there is no such
// product, or `product` is none.
std::vector<Node*> UpToNextProduct(Node* product, const PassContext& context) {
  std::vector<Node*> group{product};
  while (group.size() <= 2 * kLongestSpelling) {
    const std::vector<Node*> next = Followers(group, *context.packages);
    if (next.empty()) return {};
    group.insert(group.end(), next.begin(), next.end());
    if (!HasTwoData(*group.back())) continue;
    if (!IsProduct(product, context)) return {};
    if (IsProduct(group.back(), context)) return group;
  }
  return {};
}

}  // namespace

Result<Changed> FuseAttention(Graph& graph, const PassContext& context) {
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  std::unordered_set<const Node*> taken;
  std::vector<std::vector<Node*>> groups;
  for (Node* node : order) {
    if (!MayFuse(*node, *context.packages) || !HasAxes(*node, 2)) continue;
    if (taken.contains(node)) continue;
    std::vector<Node*> group = UpToNextProduct(node, context);
    if (group.empty() || !IsAttention(group, context)) continue;
    taken.insert(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  for (const std::vector<Node*>& group : groups) FuseGroup(graph, group);
  const int count = static_cast<int>(groups.size());
  AddMatches("fuse_attention", {count, count}, context);
  return Changed{count > 0};
}

}  // namespace opdk
