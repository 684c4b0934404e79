// Graph::Verify: the properties that every pass may rely on.
#include "graph_core/ir/graph_verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/data_index.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/graph_index.h"

namespace opdk {

namespace {

Status Broken(const Node& node, const std::string& what) {
  return Status(ErrorCode::kGraphInvalid, what).At(fmt::format("node {} ({})", node.name(), node.type()));
}

Status VerifyEdges(const Node& node) {
  if (node.inputs().size() != node.op().inputs.size()) {
    return Broken(node,
                  fmt::format("{} input ports but {} connections", node.op().inputs.size(), node.inputs().size()));
  }
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    const Endpoint& from = node.inputs()[i];
    if (from.node == nullptr) continue;
    if (&from.node->graph() != &node.graph()) {
      return Broken(node, fmt::format("input {} comes from node {} of another graph", i, from.node->name()));
    }
    if (from.index < 0 || static_cast<size_t>(from.index) >= from.node->op().outputs.size()) {
      return Broken(node, fmt::format("input {} comes from output {} of node {}, which has {} outputs", i, from.index,
                                      from.node->name(), from.node->op().outputs.size()));
    }
    const std::vector<Use>& uses = from.node->uses(from.index);
    const size_t position = node.use_position(i);
    if (position >= uses.size() || uses[position] != Use{const_cast<Node*>(&node), static_cast<int>(i)}) {
      return Broken(node, fmt::format("input {} is not recorded at its producer {}", i, from.node->name()));
    }
  }
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    const std::vector<Use>& uses = node.uses(static_cast<int>(i));
    for (size_t position = 0; position < uses.size(); ++position) {
      const Use& use = uses[position];
      // The consumer stores one position, so a use that is listed twice has a second position.
      if (static_cast<size_t>(use.index) >= use.node->inputs().size() ||
          use.node->input(use.index) != Endpoint{const_cast<Node*>(&node), static_cast<int>(i)} ||
          use.node->use_position(static_cast<size_t>(use.index)) != position) {
        return Broken(
            node, fmt::format("output {} is recorded as used by {}, which takes something else", i, use.node->name()));
      }
    }
  }
  return {};
}

// Compares the control edges as both of their ends know them.
Status VerifyControlEdges(const std::vector<Node*>& nodes) {
  using Edge = std::pair<const Node*, const Node*>;
  std::vector<Edge> at_consumers, at_producers;
  for (const Node* node : nodes) {
    for (const Node* from : node->control_inputs()) at_consumers.emplace_back(from, node);
    for (const Node* to : node->control_outputs()) at_producers.emplace_back(node, to);
  }
  std::sort(at_consumers.begin(), at_consumers.end());
  std::sort(at_producers.begin(), at_producers.end());
  const auto twice = std::adjacent_find(at_consumers.begin(), at_consumers.end());
  if (twice != at_consumers.end()) {
    return Broken(*twice->second, fmt::format("the control edge from {} stands there twice", twice->first->name()));
  }
  if (at_consumers == at_producers) return {};
  std::vector<Edge> one_end;
  std::set_symmetric_difference(at_consumers.begin(), at_consumers.end(), at_producers.begin(), at_producers.end(),
                                std::back_inserter(one_end));
  const auto& [from, to] = one_end.front();
  return Broken(*to, fmt::format("the control edge from {} is known at one end only", from->name()));
}

Status VerifyStructural(const Node& node, bool regions) {
  if (node.Is(kConst) && (node.ConstValue() == nullptr || node.op().outputs.size() != 1)) {
    return Broken(node, "a Const has an attribute \"value\" (Tensor) and one output");
  }
  if (node.Is(kNetOutput) && !node.op().outputs.empty()) return Broken(node, "a NetOutput has no outputs");
  if (node.Is(kNetOutput)) {
    for (size_t i = 0; i < node.inputs().size(); ++i) {
      if (node.inputs()[i].node == nullptr) return Broken(node, fmt::format("graph output {} is not connected", i));
    }
  }
  if (IsControl(node)) return regions ? VerifyRegions(node) : Status();
  if (node.Is(kFusedOp) && node.body() == nullptr) return Broken(node, "a FusedOp has a body");
  if (node.regions().size() > (node.Is(kFusedOp) ? 1U : 0U)) {
    return Broken(node, fmt::format("it has a region {}, which an operator of this type doesn't have",
                                    node.regions().back().name));
  }
  if (!node.Is(kFusedOp)) return {};
  Status body = node.body()->Verify();
  if (!body.ok()) return std::move(body).At(fmt::format("body of node {}", node.name()));
  const Node* outputs = node.body()->net_output();
  size_t body_inputs = node.body()->inputs().size();
  if (body_inputs != node.op().inputs.size()) {
    return Broken(node, fmt::format("{} inputs, but its body has {} Data nodes", node.op().inputs.size(), body_inputs));
  }
  if (outputs == nullptr || outputs->inputs().size() != node.op().outputs.size()) {
    return Broken(node, fmt::format("{} outputs, but its body's NetOutput has {}", node.op().outputs.size(),
                                    outputs == nullptr ? 0 : outputs->inputs().size()));
  }
  return {};
}

Status VerifyGraph(const Graph& graph, bool regions) {
  int64_t net_outputs = 0;
  const std::vector<Node*> nodes = graph.nodes();
  OPDK_TRY(VerifyControlEdges(nodes));
  for (const Node* node : nodes) {
    if (&node->graph() != &graph) return Broken(*node, "the node knows another graph as its own");
    OPDK_TRY(VerifyEdges(*node));
    OPDK_TRY(VerifyStructural(*node, regions));
    net_outputs += node->Is(kNetOutput) ? 1 : 0;
  }
  if (net_outputs > 1) {
    return Status(ErrorCode::kGraphInvalid, fmt::format("{} NetOutput nodes; a graph has one", net_outputs))
        .At(fmt::format("graph {}", graph.name()));
  }
  std::vector<Node*> data = graph.inputs();
  for (size_t i = 0; i < data.size(); ++i) {
    const std::optional<int> index = DataIndex(*data[i]);
    if (index != static_cast<int>(i)) {
      return Broken(*data[i], fmt::format("the Data nodes' attribute \"index\" must count 0..{}; here it is {}",
                                          data.size() - 1, index ? std::to_string(*index) : "missing"));
    }
  }
  OPDK_TRY(graph.TopologicalOrder());
  return {};
}

}  // namespace

Status Graph::Verify() const {
  // Names are unique in the table. A walk over it takes less time than a search for each node.
  for (const auto& [name, node] : index_->by_name) {
    if (node->name() != name) return Broken(*node, "the node is not registered under its name");
  }
  OPDK_CHECK(index_->by_name.size() == nodes_.size(), name_);
  return VerifyGraph(*this, /*regions=*/true);
}

Status VerifyOneLevel(const Graph& graph) { return VerifyGraph(graph, /*regions=*/false); }

}  // namespace opdk
