#include "graph_core/ir/resources.h"

#include <fmt/format.h>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/region_edit.h"
#include "graph_core/ir/type_filter.h"
#include "graph_core/ir/variables.h"

namespace opdk {

namespace {

constexpr HandleWrite kHandleWrites[] = {
    {"AssignVariableOp", kAssign, "ref"},
    {"AssignAddVariableOp", "AssignAdd", "ref"},
    {"AssignSubVariableOp", "AssignSub", "var"},
};

struct ResourceType {
  std::string_view type;
  ResourceOp op;
  size_t inputs;
  size_t outputs;
};

constexpr ResourceType kResourceTypes[] = {
    {kTensorArray, ResourceOp::kMakeArray, 1, 2},
    {"TensorArrayGrad", ResourceOp::kGradient, 2, 2},
    {"TensorArrayGradWithShape", ResourceOp::kGradientWithShape, 3, 2},
    {"TensorArrayWrite", ResourceOp::kWrite, 4, 1},
    {"TensorArrayScatter", ResourceOp::kScatter, 4, 1},
    {"TensorArraySplit", ResourceOp::kSplit, 4, 1},
    {"TensorArrayRead", ResourceOp::kRead, 3, 1},
    {"TensorArrayGather", ResourceOp::kGather, 3, 1},
    {"TensorArrayConcat", ResourceOp::kConcat, 2, 2},
    {"TensorArraySize", ResourceOp::kSize, 2, 1},
    {"TensorArrayClose", ResourceOp::kCloseArray, 1, 0},
    {kStack, ResourceOp::kMakeStack, 1, 1},
    {"StackPush", ResourceOp::kPush, 2, 1},
    {"StackPop", ResourceOp::kPop, 1, 1},
    {"StackClose", ResourceOp::kCloseStack, 1, 0},
};
constexpr TypeFilter kResourceFilter(kResourceTypes);

bool MakesHandle(const Node& node) {
  switch (ResourceOpOf(node)) {
    case ResourceOp::kMakeArray:
    case ResourceOp::kGradient:
    case ResourceOp::kGradientWithShape:
    case ResourceOp::kMakeStack:
      return true;
    default:
      return node.Is(kVarHandle);
  }
}

Endpoint SourceInGraph(Endpoint from);

// Returns whether a loop gives the value on unchanged, possibly through other nodes.
bool GoesRoundUnchanged(const Node& loop, int value) {
  const ControlKind kind = ControlKindOf(loop);
  const Graph& body = *loop.region(kBody);
  const Endpoint data = {DataOf(body, value + OwnInputs(kind)), 0};
  return SourceInGraph(OutputSource(body, value + OwnOutputs(kind))) == data;
}

// Returns the maker of a handle, or the last node that can be followed. nullptr: a loop itself makes the value. A loop
// that gives another handle on isn't noticed here, because it is an error of its own.
const Node* MakerAbove(Endpoint from) {
  from = SourceInGraph(from);
  while (from.node != nullptr && from.node->Is(kData)) {
    const Node* owner = from.node->graph().owner();
    const std::optional<int> index = DataIndex(*from.node);
    const int source = owner == nullptr || !index ? -1 : RegionSource(ControlKindOf(*owner), *index);
    if (source < 0) return nullptr;
    from = SourceInGraph(owner->input(source));
  }
  return from.node;
}

bool IsOneHandle(Endpoint a, Endpoint b) {
  if (a.node == nullptr || b.node == nullptr || a == b) return a == b;
  const Node* one = MakerAbove(a);
  const Node* other = MakerAbove(b);
  if (one == nullptr || other == nullptr || !one->Is(kVarHandle) || !other->Is(kVarHandle)) return false;
  return HandleVariable(*one) == HandleVariable(*other);
}

// Returns the handle that all branches of a node give as an output, preferably an endpoint of the node's own graph. No
// node: the branches differ.
Endpoint GivenByBranches(const Node& node, int output) {
  Endpoint given;
  for (const Region& region : node.regions()) {
    Endpoint from = SourceInGraph(OutputSource(*region.graph, output));
    if (from.node == nullptr) return {};
    if (from.node->Is(kData)) {
      const std::optional<int> index = DataIndex(*from.node);
      const int source = index ? RegionSource(ControlKindOf(node), *index) : -1;
      from = source < 0 ? Endpoint() : SourceInGraph(node.input(source));
    } else if (!MakesHandle(*from.node)) {
      return {};
    }
    if (given.node != nullptr && !IsOneHandle(given, from)) return {};
    if (given.node == nullptr || &from.node->graph() == &node.graph()) given = from;
  }
  return given;
}

// Returns the source of a handle in its graph: the node that made it, or a Data. If branches make it: the maker in a
// branch.
Endpoint SourceInGraph(Endpoint from) {
  while (from.node != nullptr) {
    const Node& node = *from.node;
    const ControlKind kind = ControlKindOf(node);
    if (node.Is("Identity")) {
      from = node.input(0);
    } else if (IsLoop(kind)) {
      if (from.index >= ValueCount(node) || !GoesRoundUnchanged(node, from.index)) break;
      from = node.input(RegionInputsBegin(kind) + from.index);
    } else if (kind != ControlKind::kNone) {
      const Endpoint given = GivenByBranches(node, from.index);
      if (given.node == nullptr) break;
      from = given;
    } else {
      break;
    }
  }
  return from;
}

}  // namespace

Endpoint HandleSource(Endpoint handle) { return SourceInGraph(handle); }

std::string HandleVariable(const Node& maker) {
  const auto* container = maker.op().GetAttr<std::string>("container");
  const auto* shared = maker.op().GetAttr<std::string>("shared_name");
  const std::string& name = shared == nullptr || shared->empty() ? maker.name() : *shared;
  return container == nullptr || container->empty() ? name : fmt::format("{}/{}", *container, name);
}

const Node* ResourceBehind(Endpoint handle) {
  while (true) {
    handle = SourceInGraph(handle);
    if (handle.node == nullptr || !handle.node->Is(kData)) break;
    const Node* owner = handle.node->graph().owner();
    const std::optional<int> index = DataIndex(*handle.node);
    if (owner == nullptr || !index) return nullptr;
    const ControlKind kind = ControlKindOf(*owner);
    const int source = RegionSource(kind, *index);
    if (source < 0 || (IsLoop(kind) && !GoesRoundUnchanged(*owner, *index - OwnInputs(kind)))) return nullptr;
    handle = owner->input(source);
  }
  return handle.node != nullptr && MakesHandle(*handle.node) ? handle.node : nullptr;
}

ResourceOp ResourceOpOf(std::string_view type) {
  if (!kResourceFilter.MayContain(type)) return ResourceOp::kNone;
  for (const ResourceType& known : kResourceTypes) {
    if (known.type == type) return known.op;
  }
  return ResourceOp::kNone;
}

bool HasPortsOf(ResourceOp op, size_t inputs, size_t outputs) {
  for (const ResourceType& known : kResourceTypes) {
    if (known.op == op) return known.inputs == inputs && known.outputs == outputs;
  }
  return op == ResourceOp::kNone;
}

bool ChangesResource(ResourceOp op) {
  switch (op) {
    case ResourceOp::kWrite:
    case ResourceOp::kScatter:
    case ResourceOp::kSplit:
    case ResourceOp::kCloseArray:
    case ResourceOp::kPush:
    case ResourceOp::kPop:
    case ResourceOp::kCloseStack:
      return true;
    default:
      return false;
  }
}

bool GivesElements(ResourceOp op) {
  return op == ResourceOp::kRead || op == ResourceOp::kGather || op == ResourceOp::kConcat || op == ResourceOp::kPop;
}

const HandleWrite* HandleWriteOf(std::string_view type) {
  for (const HandleWrite& write : kHandleWrites) {
    if (write.type == type) return &write;
  }
  return nullptr;
}

}  // namespace opdk
