#include <algorithm>
#include <vector>

#include "graph_core/ir/region_edit.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

Endpoint SourceOf(const Node& node, int value) { return node.input(RegionInputsBegin(ControlKindOf(node)) + value); }

Node* DataOfValue(const Node& node, const Graph& region, int value) {
  return DataOf(region, value + OwnInputs(ControlKindOf(node)));
}

// Lets users of a loop's output take the loop's input instead, for values that the loop doesn't change.
bool BypassInvariants(Node& node) {
  if (!IsLoop(ControlKindOf(node))) return false;
  bool changed = false;
  for (int value = 0; value < ValueCount(node); ++value) {
    if (node.uses(value).empty() || !IsInvariant(node, value)) continue;
    node.graph().ReplaceUses({&node, value}, SourceOf(node, value));
    changed = true;
  }
  return changed;
}

// Returns whether the use is the loop body's output that gives the value on.
bool GivesOn(const Node& node, const Region& region, int value, const Use& use) {
  const ControlKind kind = ControlKindOf(node);
  return IsLoop(kind) && region.name == kBody && use.node->Is(kNetOutput) && use.index == value + OwnOutputs(kind);
}

// Puts a copy of a constant into the region. The copies share their bytes.
bool SinkConstant(Node& node, const Region& region, int value, const Node& constant) {
  Node* data = DataOfValue(node, *region.graph, value);
  std::vector<Use> uses = data->uses(0);
  std::erase_if(uses, [&](const Use& use) { return GivesOn(node, region, value, use); });
  if (uses.empty()) return false;
  Node* copy = region.graph->AddConst(constant.name(), *constant.ConstValue());
  for (const Use& use : uses) region.graph->Connect({copy, 0}, use.node, use.index);
  return true;
}

bool SinkConstants(Node& node) {
  bool changed = false;
  for (int value = 0; value < ValueCount(node); ++value) {
    const Node* source = SourceOf(node, value).node;
    if (source == nullptr || !source->Is(kConst) || !IsInvariant(node, value)) continue;
    for (const Region& region : node.regions()) changed = SinkConstant(node, region, value, *source) || changed;
  }
  return changed;
}

// Returns whether no region uses the value. A loop that only gives the value on doesn't use it.
bool IsUnused(const Node& node, int value) {
  const bool loop = IsLoop(ControlKindOf(node));
  if (loop && (!node.uses(value).empty() || !IsInvariant(node, value))) return false;
  return std::all_of(node.regions().begin(), node.regions().end(), [&](const Region& region) {
    const std::vector<Use>& uses = DataOfValue(node, *region.graph, value)->uses(0);
    return std::all_of(uses.begin(), uses.end(), [&](const Use& use) { return GivesOn(node, region, value, use); });
  });
}

bool DropUnused(Node& node) {
  std::vector<int> unused;
  for (int value = 0; value < ValueCount(node); ++value) {
    if (IsUnused(node, value)) unused.push_back(value);
  }
  // A loop keeps its values if none is used, because without any value it would have no inputs and outputs.
  if (unused.empty()) return false;
  if (IsLoop(ControlKindOf(node)) && unused.size() == node.op().outputs.size()) return false;
  DropValues(node, unused);
  return true;
}

}  // namespace

Result<Changed> SimplifyRegions(Graph& graph, const PassContext&) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    if (!IsControl(*node)) continue;
    changed = BypassInvariants(*node) || changed;
    changed = SinkConstants(*node) || changed;
    changed = DropUnused(*node) || changed;
  }
  return Changed{changed};
}

}  // namespace opdk
