#include <fmt/format.h>

#include <map>

#include "graph_core/ir/attr_compare.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/partition/passes.h"
#include "graph_core/partition/pipeline.h"

namespace opdk {

namespace {

// Both sides of a cut edge, when they are in one graph.
struct Pair {
  Node* end = nullptr;
  Node* place_holder = nullptr;
};

Status Broken(const Node& node, std::string message) {
  return Status(ErrorCode::kGraphInvalid, std::move(message)).At(PlaceOf(node));
}

// Moves all nodes of `part` into `graph`, and then their edges. Copies of a constant become one node again.
void Absorb(Graph& graph, Graph part, std::map<std::string, std::vector<Node*>>& constants) {
  struct Edge {
    Endpoint from;
    Use to;
  };
  std::vector<Edge> edges;
  std::vector<std::pair<Node*, Node*>> controls;
  std::vector<Node*> nodes = part.nodes();
  for (Node* node : nodes) {
    for (int i = 0; i < static_cast<int>(node->inputs().size()); ++i) {
      if (node->input(i).node == nullptr) continue;
      edges.push_back({node->input(i), {node, i}});
      part.Disconnect(node, i);
    }
    while (!node->control_inputs().empty()) {
      controls.emplace_back(node->control_inputs().front(), node);
      part.DisconnectControl(node->control_inputs().front(), node);
    }
  }
  std::map<const Node*, Node*> replaced;
  for (Node* node : nodes) {
    if (!node->Is(kConst)) {
      graph.Adopt(part, node);
      continue;
    }
    // An engine may have changed its copy (another layout, say). Only equal constants are merged.
    std::vector<Node*>& same_name = constants[node->name()];
    for (Node* other : same_name) {
      if (!replaced.contains(node) && SameAttrs(node->op().attrs, other->op().attrs)) replaced.emplace(node, other);
    }
    if (!replaced.contains(node)) same_name.push_back(graph.Adopt(part, node));
  }
  for (const Edge& edge : edges) {
    auto other = replaced.find(edge.from.node);
    Node* source = other == replaced.end() ? edge.from.node : other->second;
    graph.Connect({source, edge.from.index}, edge.to.node, edge.to.index);
  }
  for (const auto& [from, to] : controls) graph.ConnectControl(from, to);
}

Status Join(Graph& graph, const Pair& pair) {
  const Node* left = pair.end != nullptr ? pair.end : pair.place_holder;
  if (pair.end == nullptr || pair.place_holder == nullptr) {
    return Broken(*left, "its other half is gone: an engine removed one side of a cut edge");
  }
  if (pair.place_holder->op().outputs.empty()) {
    for (Node* from : pair.end->control_inputs()) {
      for (Node* to : pair.place_holder->control_outputs()) graph.ConnectControl(from, to);
    }
  } else {
    if (pair.end->inputs().size() != 1 || pair.end->input(0).node == nullptr) {
      return Broken(*pair.end, "nothing is connected to it: an engine lost a tensor that another one needs");
    }
    graph.ReplaceUses({pair.place_holder, 0}, pair.end->input(0));
  }
  graph.Remove(pair.end);
  graph.Remove(pair.place_holder);
  return {};
}

}  // namespace

Result<Graph> Merge(PartitionedGraph parts) {
  Graph graph(parts.name);
  graph.attrs() = std::move(parts.attrs);
  std::map<std::string, std::vector<Node*>> constants;
  for (EngineSubgraph& part : parts.subgraphs) Absorb(graph, std::move(part.graph), constants);

  std::map<int64_t, Pair> pairs;
  for (Node* node : graph.nodes()) {
    if (!node->Is(kEnd) && !node->Is(kPlaceHolder)) continue;
    const int64_t* peer = node->op().GetAttr<int64_t>(kPeerIndex);
    if (peer == nullptr) return Broken(*node, "it has no attribute peer_index");
    Pair& pair = pairs[*peer];
    Node*& side = node->Is(kEnd) ? pair.end : pair.place_holder;
    if (side != nullptr) return Broken(*node, fmt::format("peer_index {} is taken by {}", *peer, side->name()));
    side = node;
  }
  // In a chain of pairs (a tensor that only passes through a subgraph) an End's input is itself a PlaceHolder's output:
  // replacing uses moves the End along, so the order does not matter.
  for (const auto& [peer, pair] : pairs) OPDK_TRY(Join(graph, pair));
  OPDK_TRY(graph.Verify());
  return graph;
}

}  // namespace opdk
