#include <algorithm>
#include <map>
#include <set>

#include "graph_core/ai_core/fusion/group.h"
#include "graph_core/ai_core/fusion/passes.h"
#include "graph_core/ai_core/loop_nest.h"

namespace opdk {
namespace {

// More would not save memory traffic worth the registers and the compile time.
constexpr size_t kMaxNodes = 24;
constexpr int kMaxInputs = 12;

// Plain broadcast: no reordering, no cutting.
bool IsBroadcast(const KernelNode& node) {
  int previous = -1;
  for (const AxisMap& map : node.maps) {
    if (map.start >= 0 || map.step != 1 || map.axis <= previous) return false;
    previous = map.axis;
  }
  return true;
}

bool IsFusible(const KernelNode& node) {
  switch (node.op) {
    case KernelOp::kInput:
    case KernelOp::kNumber:
    case KernelOp::kParam:
    case KernelOp::kUnary:
    case KernelOp::kBinary:
    case KernelOp::kSelect:
    case KernelOp::kCast:
    case KernelOp::kReduce:
      return true;
    case KernelOp::kMap:
      return IsBroadcast(node);
    default:
      return false;
  }
}

// The nodes that an output needs.
std::set<int> Reachable(const KernelIr& ir, int output) {
  std::set<int> nodes{output};
  for (int i = output; i >= 0; --i) {
    if (nodes.count(i) == 0) continue;
    for (int input : ir.nodes[static_cast<size_t>(i)].inputs) nodes.insert(input);
  }
  return nodes;
}

// One pass over memory, and nothing expensive computed again for each repetition of a broadcast.
bool IsGoodOutput(const KernelIr& ir, int output) {
  const std::vector<int>& dims = ir.nodes[static_cast<size_t>(output)].dims;
  std::set<int> nodes = Reachable(ir, output);
  std::vector<int> reductions;
  for (int node : nodes) {
    if (IsReduction(ir.nodes[static_cast<size_t>(node)])) reductions.push_back(node);
  }
  LoopNest nest = ChooseLoopNest(ir, dims, reductions);
  if (!reductions.empty() && !nest.row_mode) return false;
  // Loops outside of which a value is computed once: what depends on them alone isn't repeated.
  std::set<int> outer;
  if (nest.row_mode) {
    const std::vector<int>& kept = ir.nodes[static_cast<size_t>(reductions[0])].dims;
    outer.insert(kept.begin(), kept.end());
  } else {
    for (size_t axis : nest.outer) outer.insert(dims[axis]);
  }
  for (int number : nodes) {
    const KernelNode& node = ir.nodes[static_cast<size_t>(number)];
    if (!IsExpensive(node) || node.dims.size() >= dims.size()) continue;
    bool once = std::all_of(node.dims.begin(), node.dims.end(), [&](int dim) { return outer.count(dim) > 0; });
    if (!once) return false;
  }
  return true;
}

bool IsGoodKernel(const StepPlan& plan) {
  if (plan.steps.size() != 1 || plan.steps[0].expressions.empty()) return false;
  const KernelIr& ir = plan.steps[0].kernel.ir;
  return ir.inputs <= kMaxInputs && std::all_of(ir.nodes.begin(), ir.nodes.end(), IsFusible) &&
         std::all_of(ir.outputs.begin(), ir.outputs.end(), [&](int output) { return IsGoodOutput(ir, output); });
}

// The group that reads all outputs of a node, -1 when there is none or several.
int ReadingGroup(const Node& node, const std::map<const Node*, int>& group_of) {
  int group = -1;
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    for (const Use& use : node.uses(static_cast<int>(i))) {
      auto found = group_of.find(use.node);
      if (found == group_of.end() || (group >= 0 && found->second != group)) return -1;
      group = found->second;
    }
  }
  return group;
}

}  // namespace

Result<Changed> FuseVector(Graph& graph, const PassContext& context) {
  const PackageRegistry& packages = *context.packages;
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  std::vector<std::vector<Node*>> groups;  // producers first
  std::map<const Node*, int> group_of;
  // From consumers to producers: a value that a group reads twice joins when all its readers are in.
  for (size_t i = order.size(); i-- > 0;) {
    Node* node = order[i];
    if (!MayFuse(*node, packages)) continue;
    int group = ReadingGroup(*node, group_of);
    if (group >= 0 && groups[static_cast<size_t>(group)].size() < kMaxNodes) {
      std::vector<Node*> joined = groups[static_cast<size_t>(group)];
      joined.insert(joined.begin(), node);
      if (auto plan = PlanOfGroup(joined, packages); plan.ok() && IsGoodKernel(*plan)) {
        groups[static_cast<size_t>(group)] = std::move(joined);
        group_of[node] = group;
        continue;
      }
    }
    if (auto plan = PlanOfGroup({&node, 1}, packages); plan.ok() && IsGoodKernel(*plan)) {
      group_of[node] = static_cast<int>(groups.size());
      groups.push_back({node});
    }
  }
  bool changed = false;
  for (const std::vector<Node*>& group : groups) {
    if (group.size() < 2) continue;
    FuseGroup(graph, group);
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
