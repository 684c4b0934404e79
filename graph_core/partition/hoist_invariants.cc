#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/region_edit.h"
#include "graph_core/ir/variables.h"
#include "graph_core/package/placed_node.h"
#include "graph_core/partition/passes.h"

namespace opdk {
namespace {

template <typename T>
const T* ConstNumber(const Endpoint& from) {
  const ge::Tensor* value = from.node == nullptr ? nullptr : from.node->ConstValue();
  return value == nullptr || value->GetSize() != sizeof(T) ? nullptr : reinterpret_cast<const T*>(value->GetData());
}

template <typename T>
bool ReadNumber(const Endpoint& from, T& number) {
  const T* value = ConstNumber<T>(from);
  if (value != nullptr) std::memcpy(&number, value, sizeof number);
  return value != nullptr;
}

// Returns whether the body runs at least once, whatever the graph's inputs are.
bool SurelyRuns(const Node& loop) {
  if (ControlKindOf(loop) == ControlKind::kFor) {
    int32_t start = 0, limit = 0, delta = 0;
    return ReadNumber(loop.input(0), start) && ReadNumber(loop.input(1), limit) && ReadNumber(loop.input(2), delta) &&
           (delta > 0 ? start < limit : start > limit);
  }
  if (ControlKindOf(loop) == ControlKind::kLoop) {
    int64_t trips = 1;
    uint8_t begins = 1;
    return (loop.input(0).node == nullptr || ReadNumber(loop.input(0), trips)) && trips > 0 &&
           (loop.input(1).node == nullptr || ReadNumber(loop.input(1), begins)) && begins != 0;
  }
  return false;
}

class Hoisting {
 public:
  Hoisting(Graph& graph, Node& loop, const PackageRegistry& packages)
      : graph_(graph), loop_(loop), body_(*loop.region(kBody)), packages_(packages), surely_runs_(SurelyRuns(loop)) {}

  Result<bool> Run() {
    OPDK_TRY(const std::vector<Node*> order, body_.TopologicalOrder());
    for (Node* node : order) {
      if (!MayMove(*node)) continue;
      moved_.push_back({node, node->inputs()});
      fixed_.insert(node);
    }
    for (const Moved& moved : moved_) {
      for (int i = 0; i < static_cast<int>(moved.sources.size()); ++i) {
        if (moved.sources[static_cast<size_t>(i)].node != nullptr) body_.Disconnect(moved.node, i);
      }
    }
    for (const Moved& moved : moved_) Move(moved);
    return !moved_.empty();
  }

 private:
  struct Moved {
    Node* node;
    std::vector<Endpoint> sources;  // the former sources of its inputs
  };

  // Returns whether the value is the same in each iteration.
  bool IsFixed(const Endpoint& from) const {
    if (from.node == nullptr || from.node->Is(kConst) || fixed_.contains(from.node)) return true;
    if (!from.node->Is(kData)) return false;
    const int value = *DataIndex(*from.node) - OwnInputs(ControlKindOf(loop_));
    return value >= 0 && IsInvariant(loop_, value);
  }

  bool MayMove(const Node& node) const {
    if (IsStructural(node) || !IsPure(node) || WritesVariable(node)) return false;
    if (!node.control_inputs().empty() || !node.control_outputs().empty()) return false;
    // A node on constants alone is left to constant folding.
    const auto is_open = [](const Endpoint& from) { return from.node != nullptr && !from.node->Is(kConst); };
    const std::vector<Endpoint>& inputs = node.inputs();
    if (std::none_of(inputs.begin(), inputs.end(), is_open)) return false;
    if (!surely_runs_ && MayFail(node, packages_)) return false;
    return std::all_of(inputs.begin(), inputs.end(), [&](const Endpoint& from) { return IsFixed(from); });
  }

  // Returns the endpoint outside of the loop for a fixed value of its body.
  Endpoint Outside(const Endpoint& from) {
    if (fixed_.contains(from.node)) return from;
    if (from.node->Is(kConst)) return {graph_.AddConst(from.node->name(), *from.node->ConstValue()), 0};
    return loop_.input(RegionSource(ControlKindOf(loop_), *DataIndex(*from.node)));
  }

  // Moves a node. Nodes are moved producers first, and all have lost their inputs before. So the remaining users of the
  // node stay in the body.
  void Move(const Moved& moved) {
    Node* node = moved.node;
    std::vector<std::pair<int, int>> given;  // outputs, and the loop's inputs that replace them
    for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) {
      if (node->uses(i).empty()) continue;
      const AddedValue added = AddInvariant(loop_, node->name(), node->op().outputs[static_cast<size_t>(i)].desc);
      body_.ReplaceUses({node, i}, added.inside);
      given.emplace_back(i, added.input);
    }
    graph_.Adopt(body_, node);
    for (int i = 0; i < static_cast<int>(moved.sources.size()); ++i) {
      const Endpoint& source = moved.sources[static_cast<size_t>(i)];
      if (source.node != nullptr) graph_.Connect(Outside(source), node, i);
    }
    for (const auto& [output, input] : given) graph_.Connect({node, output}, &loop_, input);
  }

  Graph& graph_;
  Node& loop_;
  Graph& body_;
  const PackageRegistry& packages_;
  bool surely_runs_;
  std::set<const Node*> fixed_;
  std::vector<Moved> moved_;
};

// Hoists out of inner loops first, because such nodes may then leave the outer loop.
Result<bool> HoistIn(Graph& graph, const PackageRegistry& packages) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    if (!IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      OPDK_TRY(const bool inner, HoistIn(*region.graph, packages));
      changed = changed || inner;
    }
    if (!IsLoop(ControlKindOf(*node))) continue;
    OPDK_TRY(const bool moved, Hoisting(graph, *node, packages).Run());
    changed = changed || moved;
  }
  return changed;
}

}  // namespace

Result<Changed> HoistInvariants(Graph& graph, const PassContext& context) {
  OPDK_TRY(const bool changed, HoistIn(graph, *context.packages));
  return Changed{changed};
}

}  // namespace opdk
