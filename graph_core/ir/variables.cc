#include "graph_core/ir/variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/region_edit.h"
#include "graph_core/ir/resources.h"

namespace opdk {

namespace {

// Returns the input whose new value an output of the node is. -1: none.
int ReferencedInput(const Node& node, int output) {
  return node.op().FindInput(node.op().outputs[static_cast<size_t>(output)].name);
}

// Adds the accesses of an operator on resources. All stacks of a run count as one, and all tensor arrays as one: only
// the run tells which object a handle means. Flow edges order the accesses of tensor arrays, except for closing.
void AddResource(ResourceOp op, VariableAccess& access) {
  switch (op) {
    case ResourceOp::kNone:
    case ResourceOp::kMakeArray:
    case ResourceOp::kMakeStack:
      return;
    case ResourceOp::kPush:
    case ResourceOp::kPop:
    case ResourceOp::kCloseStack:
      access.written.emplace(kStack);
      return;
    case ResourceOp::kCloseArray:
      access.written.emplace(kTensorArray);
      return;
    default:
      access.read.emplace(kTensorArray);
  }
}

void Merge(VariableAccess from, VariableAccess& into) {
  into.read.merge(from.read);
  into.written.merge(from.written);
}

}  // namespace

VariableOp VariableOpOf(std::string_view type) {
  if (type == kReadVariable) return VariableOp::kRead;
  if (type == kAssign) return VariableOp::kWrite;
  if (type == "VarIsInitializedOp" || type == "IsVariableInitialized") return VariableOp::kIsInitialized;
  return VariableOp::kNone;
}

VariableOp VariableOpOf(const Node& node) {
  const VariableOp access = VariableOpOf(node.type());
  if (access != VariableOp::kWrite) return access;
  const bool writes = !node.inputs().empty() && VariableBehind(node.input(0)) != nullptr;
  return writes ? access : VariableOp::kNone;
}

bool IsVariable(const Node& node) {
  if (node.Is(kVariable)) return true;
  if (node.Is(kTemporary)) return true;
  const bool* written = node.Is(kData) ? node.op().GetAttr<bool>(kRefAttr) : nullptr;
  return written != nullptr && *written;
}

const Node* VariableBehind(Endpoint from) {
  while (from.node != nullptr && !IsVariable(*from.node)) {
    const int input = from.node->Is(kData) || from.node->Is(kConst) ? -1 : ReferencedInput(*from.node, from.index);
    if (input < 0) return nullptr;
    from = from.node->input(input);
  }
  return from.node;
}

const Node* OriginOf(const Node* variable) {
  while (variable->Is(kData) && variable->graph().owner() != nullptr) {
    const Node& owner = *variable->graph().owner();
    const std::optional<int> index = DataIndex(*variable);
    const int source = index ? RegionSource(ControlKindOf(owner), *index) : -1;
    const Node* outside = source < 0 ? nullptr : VariableBehind(owner.input(source));
    if (outside == nullptr) break;
    variable = outside;
  }
  return variable;
}

bool TakesMemory(const Node& node, int input) {
  const ControlKind kind = ControlKindOf(node);
  const int value = input - RegionInputsBegin(kind);
  if (kind == ControlKind::kNone || value < 0) return false;
  return std::any_of(node.regions().begin(), node.regions().end(),
                     [&](const Region& region) { return IsVariable(*DataOf(*region.graph, value + OwnInputs(kind))); });
}

bool GivesMemoryOn(const Node& net_output, int input) {
  const Node* owner = net_output.graph().owner();
  if (owner == nullptr || !net_output.Is(kNetOutput)) return false;
  const int next = IsLoop(ControlKindOf(*owner)) ? NextData(*owner, input) : -1;
  return next >= 0 && net_output.input(input).node == DataOf(net_output.graph(), next);
}

std::string AccessName(const Node& variable) {
  const Node& origin = *OriginOf(&variable);
  if (!origin.Is(kTemporary)) return origin.name();
  int depth = 0;
  for (const Node* owner = origin.graph().owner(); owner != nullptr; owner = owner->graph().owner()) ++depth;
  return fmt::format("{}@{}", origin.name(), depth);
}

VariableAccess AccessOf(const Node& node) {
  VariableAccess access;
  AddResource(ResourceOpOf(node), access);
  for (const Region& region : node.regions()) Merge(AccessOf(*region.graph), access);
  if (node.regions().empty() && IsVariableAccess(node)) {
    const Node* variable = VariableBehind(node.input(0));
    const bool writes = VariableOpOf(node) == VariableOp::kWrite;
    if (variable != nullptr) (writes ? access.written : access.read).insert(AccessName(*variable));
  }
  return access;
}

VariableAccess AccessOf(const Graph& graph) {
  VariableAccess access;
  for (const Node* node : graph.nodes()) Merge(AccessOf(*node), access);
  for (const Node* node : graph.nodes()) {
    if (!node->Is(kTemporary)) continue;
    access.read.erase(AccessName(*node));
    access.written.erase(AccessName(*node));
  }
  return access;
}

bool WritesVariable(const Node& node) {
  for (int i = 0; i < static_cast<int>(node.op().outputs.size()); ++i) {
    const int input = ReferencedInput(node, i);
    if (input >= 0 && VariableBehind(node.input(input)) != nullptr) return true;
  }
  return false;
}

}  // namespace opdk
