// Makes every access to a variable a ReadVariableOp or an Assign, and orders the accesses by control edges. Orders the
// users of a stack, too.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/variables.h"
#include "graph_core/preparation/passes.h"
#include "graph_core/preparation/temporary_variables.h"

namespace opdk {

namespace {

ge::TensorDesc UnknownDesc() { return ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_UNDEFINED); }

OpDesc AccessDesc(std::string name, std::string_view type, std::vector<std::string> inputs, std::string output) {
  OpDesc op = StructuralDesc(std::move(name), type);
  for (std::string& input : inputs) {
    op.inputs.push_back({input, static_cast<int>(op.ir_inputs.size()), UnknownDesc()});
    op.ir_inputs.push_back({std::move(input), PortKind::kRequired, ""});
  }
  op.ir_outputs.push_back({output, PortKind::kRequired, ""});
  op.outputs.push_back({std::move(output), 0, UnknownDesc()});
  return op;
}

// Replaces the uses of `from`, except the uses of `kept`.
void MoveUses(Graph& graph, Endpoint from, Endpoint to, const Node* kept) {
  const std::vector<Use> uses = from.node->uses(from.index);
  for (const Use& use : uses) {
    if (use.node != kept) graph.Connect(to, use.node, use.index);
  }
}

// Returns the input whose new value the output is, if that input is a variable. -1: none.
int WrittenInput(const Node& node, int output) {
  if (IsVariableAccess(node)) return -1;
  const int input = node.op().FindInput(node.op().outputs[static_cast<size_t>(output)].name);
  return input >= 0 && VariableBehind(node.input(input)) != nullptr ? input : -1;
}

// Accesses of one node to variables, in this order.
struct Accesses {
  std::vector<Node*> reads;
  Node* node = nullptr;
  std::vector<Node*> writes;
};

// Adds an Assign behind an operator that computes a variable's new value, and makes the Assign write it.
void WriteByAssign(Graph& graph, Accesses& accesses) {
  Node* node = accesses.node;
  for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) {
    const int input = WrittenInput(*node, i);
    if (input < 0) continue;
    const std::string& port = node->op().outputs[static_cast<size_t>(i)].name;
    Node* assign =
        graph.AddNode(AccessDesc(fmt::format("{}/{}", node->name(), port), kAssign, {"ref", "value"}, "ref"));
    MoveUses(graph, {node, i}, {assign, 0}, assign);
    graph.Connect(node->input(input), assign, 0);
    graph.Connect({node, i}, assign, 1);
    // Nodes that wait for the operator also wait for its write.
    for (Node* after : std::vector<Node*>(node->control_outputs())) graph.ConnectControl(assign, after);
    accesses.writes.push_back(assign);
  }
}

// Adds a ReadVariableOp in front of an input that takes a variable's memory as a value.
void ReadByCopy(Graph& graph, Accesses& accesses) {
  Node* node = accesses.node;
  const bool writes = VariableOpOf(*node) == VariableOp::kWrite;
  if (IsVariableAccess(*node) && !writes) return;
  for (int i = writes ? 1 : 0; i < static_cast<int>(node->inputs().size()); ++i) {
    const Endpoint from = node->input(i);
    if (VariableBehind(from) == nullptr || TakesMemory(*node, i) || GivesMemoryOn(*node, i)) continue;
    const std::string& port = node->op().inputs[static_cast<size_t>(i)].name;
    Node* read = graph.AddNode(AccessDesc(fmt::format("{}/{}", node->name(), port), kReadVariable, {"x"}, "y"));
    graph.Connect(from, read, 0);
    graph.Connect({read, 0}, node, i);
    // The read waits for the same nodes as its user.
    for (Node* before : node->control_inputs()) graph.ConnectControl(before, read);
    accesses.reads.push_back(read);
  }
}

// Earlier accesses of one variable.
struct Past {
  Node* last_write = nullptr;
  std::vector<Node*> reads;  // since then
};

// Orders accesses: a read comes behind the previous write and before the next write.
class Chronicle {
 public:
  explicit Chronicle(Graph& graph) : graph_(graph) {}

  void Add(Node* node, const VariableAccess& access) {
    for (const std::string& name : access.read) {
      if (access.written.contains(name)) continue;
      Past& past = past_[name];
      if (past.last_write != nullptr) graph_.ConnectControl(past.last_write, node);
      past.reads.push_back(node);
    }
    for (const std::string& name : access.written) {
      Past& past = past_[name];
      for (Node* read : past.reads) graph_.ConnectControl(read, node);
      if (past.last_write != nullptr) graph_.ConnectControl(past.last_write, node);
      past = {node, {}};
    }
  }

 private:
  Graph& graph_;
  std::map<std::string, Past, std::less<>> past_;
};

// Returns the variables that nodes of the graph write.
std::set<const Node*> Written(const std::vector<Node*>& nodes) {
  std::set<const Node*> written;
  for (const Node* node : nodes) {
    for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) {
      const int input = node->op().FindInput(node->op().outputs[static_cast<size_t>(i)].name);
      if (input >= 0) written.insert(VariableBehind(node->input(input)));
    }
    for (int i = 0; i < static_cast<int>(node->inputs().size()); ++i) {
      if (TakesMemory(*node, i)) written.insert(VariableBehind(node->input(i)));
    }
  }
  return written;
}

// Makes RefData that the graph doesn't write ordinary inputs. E2003: an input that is written has no known shape.
Result<bool> MakePlain(const std::vector<Node*>& nodes) {
  std::vector<Node*> inputs;
  for (Node* node : nodes) {
    if (node->Is(kData) && IsVariable(*node)) inputs.push_back(node);
  }
  if (inputs.empty()) return false;
  const std::set<const Node*> written = Written(nodes);
  bool changed = false;
  for (Node* input : inputs) {
    const ge::TensorDesc& desc = input->op().outputs[0].desc;
    if (!written.contains(input)) {
      input->op().attrs.erase(std::string(kRefAttr));
      changed = true;
    } else if (ElementCount(desc.GetShape().GetDims()) < 0) {
      return Status(ErrorCode::kInferShape,
                    fmt::format("the graph writes this input, which is {}: its shape must be known", DescText(desc)))
          .At(PlaceOf(*input))
          .Hint("give the RefData the shape that its tensor has");
    }
  }
  return changed;
}

// Binds a graph and its regions. Keeps the accesses of each region, so that a region that lies deep in others is walked
// once.
class Binder {
 public:
  Result<bool> BindIn(Graph& graph);

 private:
  Result<bool> BindRegions(const std::vector<Node*>& nodes);
  VariableAccess AccessIn(const Node& node) const;
  void KeepAccess(const Graph& graph, VariableAccess access);

  std::unordered_map<const Graph*, VariableAccess> of_regions_;
};

void Insert(const VariableAccess& from, VariableAccess& into) {
  into.read.insert(from.read.begin(), from.read.end());
  into.written.insert(from.written.begin(), from.written.end());
}

// Returns AccessOf(node).
VariableAccess Binder::AccessIn(const Node& node) const {
  if (node.regions().empty()) return AccessOf(node);
  VariableAccess access;
  for (const Region& region : node.regions()) {
    const auto known = of_regions_.find(region.graph.get());
    Insert(known == of_regions_.end() ? AccessOf(*region.graph) : known->second, access);
  }
  return access;
}

void Binder::KeepAccess(const Graph& graph, VariableAccess access) {
  for (const Node* node : graph.nodes()) {
    if (!node->Is(kTemporary)) continue;
    access.read.erase(AccessName(*node));
    access.written.erase(AccessName(*node));
  }
  of_regions_[&graph] = std::move(access);
}

// Binds the regions first, because a node's accesses include those of its regions.
Result<bool> Binder::BindRegions(const std::vector<Node*>& nodes) {
  bool changed = false;
  for (const Node* node : nodes) {
    if (!IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      Result<bool> inner = BindIn(*region.graph);
      if (!inner.ok())
        return std::move(inner).status().At(fmt::format("region {} of node {}", region.name, node->name()));
      changed = changed || *inner;
    }
  }
  return changed;
}

Result<bool> Binder::BindIn(Graph& graph) {
  OPDK_TRY(bool changed, ReadDestroyedVariables(graph));
  const std::vector<Node*> nodes = graph.nodes();
  OPDK_TRY(const bool in_regions, BindRegions(nodes));
  changed = changed || in_regions;
  if (graph.owner() == nullptr) {
    OPDK_TRY(const bool plain, MakePlain(nodes));
    changed = changed || plain;
  }
  const auto concerned = [](const Node* node) { return IsVariable(*node) || IsControl(*node) || UsesResource(*node); };
  if (std::none_of(nodes.begin(), nodes.end(), concerned)) {
    KeepAccess(graph, {});
    return changed;
  }
  // Nodes that neither data nor control edges order are ordered by creation.
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  std::vector<Accesses> all;
  for (Node* node : order) all.push_back({{}, node, {}});
  for (Accesses& accesses : all) WriteByAssign(graph, accesses);
  for (Accesses& accesses : all) ReadByCopy(graph, accesses);
  Chronicle chronicle(graph);
  TemporaryLives temporaries(graph);
  VariableAccess whole;
  const auto add = [&](Node* node) {
    const VariableAccess access = AccessIn(*node);
    Insert(access, whole);
    chronicle.Add(node, access);
    return temporaries.Add(*node, access);
  };
  for (const Accesses& accesses : all) {
    for (Node* read : accesses.reads) OPDK_TRY(add(read));
    OPDK_TRY(add(accesses.node));
    for (Node* write : accesses.writes) OPDK_TRY(add(write));
  }
  KeepAccess(graph, std::move(whole));
  return true;
}

}  // namespace

Result<Changed> BindVariables(Graph& graph, const PassContext&) {
  OPDK_TRY(const bool changed, Binder().BindIn(graph));
  return Changed{changed};
}

}  // namespace opdk
