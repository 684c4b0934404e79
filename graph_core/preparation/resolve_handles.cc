// Turns operators on the handle of a variable into accesses of that variable. Each region gets a Variable of its own.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/region_edit.h"
#include "graph_core/ir/resources.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/fill_from_prototypes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

// A node whose output is a variable's handle: a VarHandleOp, or the Data of a region that takes a handle.
struct VariableHandle {
  Node* node;
  std::string variable;
  ge::TensorDesc desc;
};

template <typename T>
T AttrOr(const Node& node, std::string_view name, T otherwise) {
  const T* value = node.op().GetAttr<T>(name);
  return value == nullptr ? std::move(otherwise) : *value;
}

// Returns the VarHandleOp behind a handle. nullptr: the handle isn't a variable's, or its maker can't be told.
const Node* VariableHandleBehind(Endpoint handle) {
  const Node* maker = ResourceBehind(handle);
  return maker != nullptr && maker->Is(kVarHandle) ? maker : nullptr;
}

// Moves the node's control inputs to its users and control outputs. The node can go then, because a handle needs no
// step.
void PassControlsOn(Graph& graph, Node* node, const std::vector<Use>& uses) {
  for (Node* before : node->control_inputs()) {
    for (const Use& use : uses) graph.ConnectControl(before, use.node);
    for (Node* after : node->control_outputs()) graph.ConnectControl(before, after);
  }
}

// Lets the users of an output take the handle directly. They still wait for the node.
void TakePast(Node& node, int output, Endpoint handle) {
  for (const Use& use : std::vector<Use>(node.uses(output))) node.graph().ConnectControl(&node, use.node);
  node.graph().ReplaceUses({&node, output}, handle);
}

bool PassLoop(Node& node) {
  bool changed = false;
  for (int value = 0; value < ValueCount(node); ++value) {
    const Endpoint source = node.input(RegionInputsBegin(ControlKindOf(node)) + value);
    if (node.uses(value).empty() || !IsInvariant(node, value) || VariableHandleBehind(source) == nullptr) continue;
    TakePast(node, value, source);
    changed = true;
  }
  return changed;
}

// Returns the handle in the graph of `node`. A handle that branches make is made once more in this graph.
Endpoint InGraphOf(const Node& node, Endpoint handle) {
  if (&handle.node->graph() == &node.graph()) return handle;
  OpDesc op = handle.node->op();
  if (AttrOr<std::string>(*handle.node, "shared_name", "").empty()) op.attrs["shared_name"] = handle.node->name();
  return {node.graph().AddNode(std::move(op)), 0};
}

bool PassBranches(Node& node) {
  std::vector<int> handles;
  for (int output = 0; output < static_cast<int>(node.op().outputs.size()); ++output) {
    if (VariableHandleBehind({&node, output}) == nullptr) continue;
    if (!node.uses(output).empty()) TakePast(node, output, InGraphOf(node, HandleSource({&node, output})));
    handles.push_back(output);
  }
  if (!handles.empty()) DropBranchOutputs(node, handles);
  return !handles.empty();
}

// Returns whether a node of the graph or of its regions makes a variable's handle, or writes through one.
bool HasHandles(const Graph& graph) {
  for (const Node* node : graph.nodes()) {
    if (node->Is(kVarHandle) || HandleWriteOf(node->type()) != nullptr) return true;
    for (const Region& region : node->regions()) {
      if (HasHandles(*region.graph)) return true;
    }
  }
  return false;
}

// Returns whether an Identity gives a variable's handle on. Behind another Identity it waits until that Identity is
// gone.
bool GivesVariableOn(const Node& node) {
  if (!node.Is("Identity")) return false;
  const Node* before = node.input(0).node;
  return before != nullptr && !before->Is("Identity") && VariableHandleBehind(node.input(0)) != nullptr;
}

// Bypasses nodes that give handles on unchanged, inner graphs first.
Result<bool> PassBy(Graph& graph) {
  bool changed = false;
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  for (Node* node : order) {
    for (const Region& region : node->regions()) {
      OPDK_TRY(const bool inner, PassBy(*region.graph));
      changed = changed || inner;
    }
    const ControlKind kind = ControlKindOf(*node);
    if (IsLoop(kind)) {
      changed = PassLoop(*node) || changed;
    } else if (kind != ControlKind::kNone) {
      changed = PassBranches(*node) || changed;
    } else if (GivesVariableOn(*node)) {
      PassControlsOn(graph, node, std::vector<Use>(node->uses(0)));
      graph.ReplaceUses({node, 0}, node->input(0));
      graph.Remove(node);
      changed = true;
    }
  }
  return changed;
}

// Describes the handle that a region gives: "then_branch gives variable w".
std::string GivenBy(const Region& region, int output) {
  const Node* maker = VariableHandleBehind(OutputSource(*region.graph, output));
  return fmt::format("{} gives {}", region.name,
                     maker == nullptr ? "no known handle" : fmt::format("variable {}", HandleVariable(*maker)));
}

Status BranchesDiffer(const Node& owner, int output) {
  std::vector<std::string> given;
  for (const Region& region : owner.regions()) given.push_back(GivenBy(region, output));
  return InvalidNode(owner,
                     fmt::format("its output {} would be the handle of a variable that is known only when it runs: {}",
                                 owner.op().outputs[static_cast<size_t>(output)].name, fmt::join(given, ", ")))
      .Hint("let all branches give the handle of one variable, or give the values that ReadVariableOp reads");
}

class Resolving {
 public:
  explicit Resolving(const PassContext& context) : context_(context) {}

  // Collects the handles and writes of the graph and its regions, callers first.
  Status Find(Graph& graph) {
    for (Node* node : graph.nodes()) {
      const bool may_be_handle = node->Is(kVarHandle) || (node->Is(kData) && graph.owner() != nullptr);
      if (may_be_handle) OPDK_TRY(AddHandle(node));
      if (HandleWriteOf(node->type()) != nullptr) OPDK_TRY(AddWrite(node));
    }
    for (Node* node : graph.nodes()) {
      for (const Region& region : node->regions()) OPDK_TRY(Find(*region.graph));
    }
    return {};
  }

  Result<Changed> Run() {
    for (const VariableHandle& handle : handles_) OPDK_TRY(Bind(handle));
    for (Node* write : writes_) OPDK_TRY(WriteVariable(*write));
    for (auto& [node, values] : given_) DropValues(*node, values);
    return Changed{!handles_.empty()};
  }

 private:
  Status AddHandle(Node* node) {
    const Node* maker = VariableHandleBehind({node, 0});
    if (maker == nullptr) return {};
    VariableHandle handle{node, HandleVariable(*maker), {}};
    const auto shape = AttrOr<std::vector<int64_t>>(*maker, "shape", ge::UNKNOWN_SHAPE);
    handle.desc = ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, AttrOr(*maker, "dtype", ge::DT_UNDEFINED));
    if (ElementCount(shape) < 0) {
      return Status(ErrorCode::kInferShape, fmt::format("the variable {} needs a shape, but its handle says {}",
                                                        handle.variable, DescText(handle.desc)))
          .At(PlaceOf(*maker))
          .Hint("set the attribute shape to the shape of the assigned value");
    }
    for (const Use& use : node->uses(0)) OPDK_TRY(CheckUse(handle, use));
    handles_.push_back(std::move(handle));
    return {};
  }

  static Status CheckUse(const VariableHandle& handle, const Use& use) {
    const Node& user = *use.node;
    const ControlKind kind = ControlKindOf(user);
    const VariableOp access = VariableOpOf(user.type());
    const bool reads = access == VariableOp::kRead || access == VariableOp::kIsInitialized;
    if (use.index == 0 && (reads || HandleWriteOf(user.type()) != nullptr)) return {};
    const int value = use.index - RegionInputsBegin(kind);
    if (IsLoop(kind) && value >= 0 && (!IsInvariant(user, value) || !user.uses(value).empty())) {
      return InvalidNode(user, fmt::format("value {} that goes round begins as the handle of variable {}, but its body "
                                           "gives another",
                                           value, handle.variable))
          .Hint("let the body return the handle that it gets");
    }
    if (kind != ControlKind::kNone && value >= 0) return {};
    const Node* owner = user.graph().owner();
    if (user.Is(kNetOutput) && owner != nullptr && handle.node->Is(kData)) {
      const int next = NextData(*owner, use.index);
      if (next >= 0 && DataOf(user.graph(), next) == handle.node) return {};
    }
    if (user.Is(kNetOutput) && owner != nullptr && IsControl(*owner) && !IsLoop(ControlKindOf(*owner)))
      return BranchesDiffer(*owner, use.index);
    return InvalidNode(user,
                       fmt::format("it takes the handle of variable {}, with which it can do nothing: the variable "
                                   "is found before the graph runs",
                                   handle.variable))
        .Hint("give it the value that ReadVariableOp reads");
  }

  Status AddWrite(Node* node) {
    writes_.push_back(node);
    if (!node->inputs().empty() && VariableHandleBehind(node->input(0)) != nullptr) return {};
    const Node* from = node->inputs().empty() ? nullptr : node->input(0).node;
    if (from != nullptr && IsControl(*from) && !IsLoop(ControlKindOf(*from)))
      return BranchesDiffer(*from, node->input(0).index);
    return InvalidNode(*node,
                       fmt::format("its resource is no handle whose variable can be told before the graph runs: it "
                                   "comes from {}",
                                   from == nullptr ? "nowhere" : PlaceOf(*from)))
        .Hint("feed it from a VarHandleOp: directly, through Identity, or as an input of its region");
  }

  Status Bind(const VariableHandle& handle) {
    Graph& graph = handle.node->graph();
    for (const Use& use : std::vector<Use>(handle.node->uses(0))) {
      if (!IsControl(*use.node)) continue;
      graph.Disconnect(use.node, use.index);
      AddGiven(use.node, use.index - RegionInputsBegin(ControlKindOf(*use.node)));
    }
    if (handle.node->Is(kData)) StandIn(graph, handle.node);
    Node* known = graph.Find(handle.variable);
    if (known != nullptr && known != handle.node && known->Is(kVariable)) {
      graph.ReplaceUses({handle.node, 0}, {known, 0});
      graph.Remove(handle.node);
      return CheckSame(*known, handle);
    }
    // The session's name belongs to the Variable, so another node with this name is renamed.
    if (known != nullptr && known != handle.node) graph.Rename(known, known->name() + "_1");
    OpDesc& op = handle.node->op();
    op.type = kVariable;
    op.attrs.clear();
    op.ir_attrs.clear();
    op.outputs[0].desc = handle.desc;
    graph.Rename(handle.node, handle.variable);
    return {};
  }

  void AddGiven(Node* node, int value) {
    const auto known =
        std::find_if(given_.begin(), given_.end(), [&](const auto& entry) { return entry.first == node; });
    if (known == given_.end()) {
      given_.push_back({node, {value}});
    } else {
      known->second.push_back(value);
    }
  }

  // Adds a node that stands for the Data until its value is removed. The Data itself becomes the Variable, so that its
  // creation number stays.
  static void StandIn(Graph& graph, const Node* data) {
    Node* other = graph.AddNode(data->op());
    for (const Use& use : std::vector<Use>(data->uses(0))) {
      if (use.node->Is(kNetOutput)) graph.Connect({other, 0}, use.node, use.index);
    }
  }

  static Status CheckSame(const Node& known, const VariableHandle& handle) {
    const ge::TensorDesc& desc = known.op().outputs[0].desc;
    const bool open = desc.GetDataType() == ge::DT_UNDEFINED;  // the first value tells the type
    const bool same = desc.GetDataType() == handle.desc.GetDataType() &&
                      desc.GetShape().GetDims() == handle.desc.GetShape().GetDims();
    if (open || same) return {};
    return Status(ErrorCode::kInferShape, fmt::format("the variable {} is {} once and {} once", handle.variable,
                                                      DescText(desc), DescText(handle.desc)))
        .At(PlaceOf(known))
        .Hint("give one of them another name, or both the same type and shape");
  }

  Status WriteVariable(Node& node) {
    const HandleWrite& write = *HandleWriteOf(node.type());
    OPDK_TRY(const OpDesc* prototype, context_.packages->Declared(std::string(write.plain), node.name()));
    OpDesc& op = node.op();
    op.type = write.plain;
    op.inputs[0].name = write.ref;
    op.attrs.erase("dtype");
    OPDK_TRY(FillNode(node.graph(), node, *prototype));
    return {};
  }

  const PassContext& context_;
  std::vector<VariableHandle> handles_;
  std::vector<Node*> writes_;
  std::vector<std::pair<Node*, std::vector<int>>> given_;  // control nodes, and which of their values are handles
};

}  // namespace

Result<Changed> ResolveHandles(Graph& graph, const PassContext& context) {
  if (!HasHandles(graph)) return Changed::kNo;
  OPDK_TRY(const bool passed, PassBy(graph));
  Resolving resolving(context);
  OPDK_TRY(resolving.Find(graph));
  OPDK_TRY(const Changed changed, resolving.Run());
  return Changed{passed || changed == Changed::kYes};
}

}  // namespace opdk
