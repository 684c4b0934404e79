#include "graph_core/ir/resources.h"

#include "graph_core/ir/region_edit.h"
#include "graph_core/ir/variables.h"

namespace opdk {

namespace {

constexpr HandleWrite kHandleWrites[] = {
    {"AssignVariableOp", kAssign, "ref"},
    {"AssignAddVariableOp", "AssignAdd", "ref"},
    {"AssignSubVariableOp", "AssignSub", "var"},
};

Endpoint SourceInGraph(Endpoint from);

// Whether a loop gives the value on as it took it, if by other nodes.
bool GoesRoundUnchanged(const Node& loop, int value) {
  const ControlKind kind = ControlKindOf(loop);
  const Graph& body = *loop.region(kBody);
  const Endpoint data = {DataOf(body, value + OwnInputs(kind)), 0};
  return SourceInGraph(OutputSource(body, value + OwnOutputs(kind))) == data;
}

// Where a handle comes from in its graph: the node that made it, or a Data.
Endpoint SourceInGraph(Endpoint from) {
  while (from.node != nullptr) {
    const Node& node = *from.node;
    const ControlKind kind = ControlKindOf(node);
    if (node.Is("Identity")) {
      from = node.input(0);
    } else if (IsLoop(kind) && from.index < ValueCount(node) && GoesRoundUnchanged(node, from.index)) {
      from = node.input(RegionInputsBegin(kind) + from.index);
    } else {
      break;
    }
  }
  return from;
}

}  // namespace

const Node* ResourceBehind(Endpoint handle) {
  while (true) {
    handle = SourceInGraph(handle);
    if (handle.node == nullptr || !handle.node->Is(kData)) break;
    const Node* owner = handle.node->graph().owner();
    const auto* index = handle.node->op().GetAttr<int64_t>("index");
    if (owner == nullptr || index == nullptr) return nullptr;
    const ControlKind kind = ControlKindOf(*owner);
    const int data = static_cast<int>(*index);
    const int source = RegionSource(kind, data);
    if (source < 0 || (IsLoop(kind) && !GoesRoundUnchanged(*owner, data - OwnInputs(kind)))) return nullptr;
    handle = owner->input(source);
  }
  const bool made = handle.node != nullptr && handle.node->Is(kVarHandle);
  return made ? handle.node : nullptr;
}

const HandleWrite* HandleWriteOf(std::string_view type) {
  for (const HandleWrite& write : kHandleWrites) {
    if (write.type == type) return &write;
  }
  return nullptr;
}

}  // namespace opdk
