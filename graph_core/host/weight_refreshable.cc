#include "graph_core/host/weight_refreshable.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/node_kind.h"

namespace opdk {
namespace {

Status CheckConstants(const Graph& graph, std::span<const std::string> constants) {
  if (constants.empty()) return Status(ErrorCode::kUsage, "no constant is named");
  std::set<std::string> seen;
  std::vector<std::string> known;
  for (const Node* node : graph.nodes()) {
    if (node->ConstValue() != nullptr) known.push_back(node->name());
  }
  for (const std::string& name : constants) {
    const Node* node = graph.Find(name);
    if (!seen.insert(name).second) return Status(ErrorCode::kUsage, fmt::format("'{}' is named twice", name));
    if (node != nullptr && node->ConstValue() != nullptr) continue;
    const std::string near = Nearest(name, known);
    return Status(ErrorCode::kUsage, fmt::format("'{}' is no constant of graph {}{}", name, graph.name(),
                                                 near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  return Status();
}

Node* AddOf(Graph& graph, std::string name, std::string_view type, const ge::TensorDesc& desc) {
  OpDesc op = StructuralDesc(std::move(name), type);
  op.outputs.push_back({"y", -1, desc});
  return graph.AddNode(std::move(op));
}

// Builds a graph of assignments. Its NetOutput has no inputs, because the graph runs for its assignments.
class Assigning {
 public:
  explicit Assigning(std::string name) : graph_(std::move(name)) {}

  void Add(const std::string& name, Node* value, const ge::TensorDesc& desc) {
    Node* variable = AddOf(graph_, name, kVariable, desc);
    OpDesc op = StructuralDesc(name + "_assign", kAssign);
    op.inputs = {{"ref", -1, desc}, {"value", -1, desc}};
    op.outputs = {{"ref", -1, desc}};
    Node* assign = graph_.AddNode(std::move(op));
    graph_.Connect({variable, 0}, assign, 0);
    graph_.Connect({value, 0}, assign, 1);
    assigned_.push_back(assign);
  }
  Graph& graph() { return graph_; }
  Graph Take() {
    Node* outputs = graph_.AddNode(StructuralDesc(graph_.name() + "_outputs", kNetOutput));
    for (Node* assign : assigned_) graph_.ConnectControl(assign, outputs);
    return std::move(graph_);
  }

 private:
  Graph graph_;
  std::vector<Node*> assigned_;
};

void MakeVariable(Graph& graph, const std::string& name) {
  Node* constant = graph.Find(name);
  const ge::TensorDesc desc = constant->ConstValue()->GetTensorDesc();
  Node* variable = AddOf(graph, name + "_variable", kVariable, desc);
  graph.ReplaceUses({constant, 0}, {variable, 0});
  while (!constant->control_outputs().empty()) graph.DisconnectControl(constant, constant->control_outputs().front());
  while (!constant->control_inputs().empty()) graph.DisconnectControl(constant->control_inputs().front(), constant);
  graph.Remove(constant);
  graph.Rename(variable, name);
}

}  // namespace

Result<RefreshableGraphs> MakeRefreshable(const Graph& graph, std::span<const std::string> constants) {
  OPDK_TRY(CheckConstants(graph, constants));
  const std::unique_ptr<Graph> infer = graph.Clone();
  Assigning init(graph.name() + "_var_init"), update(graph.name() + "_var_update");
  for (const std::string& name : constants) {
    const ge::Tensor value = *graph.Find(name)->ConstValue();
    const ge::TensorDesc desc = value.GetTensorDesc();
    init.Add(name, init.graph().AddConst(name + "_value", value), desc);
    Node* given = AddOf(update.graph(), name + "_new", kData, desc);
    given->op().inputs.push_back({"x", -1, desc});
    SetDataIndex(given->op(), static_cast<size_t>(&name - constants.data()));
    update.Add(name, given, desc);
    MakeVariable(*infer, name);
  }
  return RefreshableGraphs{std::move(*infer), init.Take(), update.Take()};
}

}  // namespace opdk
