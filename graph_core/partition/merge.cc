#include <fmt/format.h>

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph_core/ir/attr_compare.h"
#include "graph_core/ir/graph_edges.h"
#include "graph_core/ir/graph_verify.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/partition/passes.h"
#include "graph_core/partition/pipeline.h"

namespace opdk {

namespace {

Status Broken(const Node& node, std::string message) {
  return Status(ErrorCode::kGraphInvalid, std::move(message)).At(PlaceOf(node));
}

// Both sides of a cut edge.
struct Cut {
  const Node* end = nullptr;
  const Node* place_holder = nullptr;
  Endpoint source = {};            // of the End's tensor
  std::vector<Node*> before = {};  // the End's control inputs
  const Node* any() const { return end != nullptr ? end : place_holder; }
};

// Moves the nodes of all subgraphs into one graph, but the marks of cut edges. These stay in their subgraphs.
class Merger {
 public:
  Merger(Graph& graph, std::vector<EngineSubgraph>& parts) : graph_(graph), parts_(parts) {}

  Status Run() {
    for (EngineSubgraph& part : parts_) OPDK_TRY(Absorb(part.graph));
    for (const auto& [peer, cut] : cuts_) {
      if (cut.end == nullptr || cut.place_holder == nullptr) {
        return Broken(*cut.any(), "its other half is gone: an engine removed one side of a cut edge");
      }
    }
    for (const ControlEdge& edge : edges_.control) {
      if (edge.to->Is(kEnd)) CutOf(*edge.to).before.push_back(edge.from);
    }
    for (const DataEdge& edge : edges_.data) {
      if (edge.to.node->Is(kEnd)) CutOf(*edge.to.node).source = edge.from;
    }
    for (const DataEdge& edge : edges_.data) {
      if (edge.to.node->Is(kEnd)) continue;
      OPDK_TRY(const Endpoint from, SourceOf(edge.from));
      graph_.Connect(from, edge.to.node, edge.to.index);
    }
    for (const ControlEdge& edge : edges_.control) {
      if (!edge.to->Is(kEnd)) ConnectControl(edge.from, edge.to);
    }
    return Status();
  }

 private:
  Status Absorb(Graph& part) {
    const std::vector<Node*> nodes = part.nodes();
    Edges edges = TakeEdges(part);
    std::unordered_map<const Node*, Node*> replaced;
    for (Node* node : nodes) {
      if (node->Is(kEnd) || node->Is(kPlaceHolder)) {
        OPDK_TRY(Note(*node));
      } else if (!node->Is(kConst)) {
        graph_.Adopt(part, node);
      } else if (Node* other = EqualConstant(*node); other != nullptr) {
        replaced.emplace(node, other);
      } else {
        constants_[node->name()].push_back(graph_.Adopt(part, node));
      }
    }
    for (DataEdge& edge : edges.data) {
      if (const auto other = replaced.find(edge.from.node); other != replaced.end()) edge.from.node = other->second;
      edges_.data.push_back(edge);
    }
    edges_.control.insert(edges_.control.end(), edges.control.begin(), edges.control.end());
    return Status();
  }

  // Finds an equal constant of the same name. nullptr: an engine has changed its copy (another layout, say).
  Node* EqualConstant(const Node& node) const {
    const auto same_name = constants_.find(node.name());
    if (same_name == constants_.end()) return nullptr;
    for (Node* other : same_name->second) {
      if (SameAttrs(node.op().attrs, other->op().attrs)) return other;
    }
    return nullptr;
  }

  Status Note(const Node& mark) {
    const int64_t* peer = mark.op().GetAttr<int64_t>(kPeerIndex);
    if (peer == nullptr) return Broken(mark, "it has no attribute peer_index");
    Cut& cut = cuts_[*peer];
    const Node*& side = mark.Is(kEnd) ? cut.end : cut.place_holder;
    if (side != nullptr) return Broken(mark, fmt::format("peer_index {} is taken by {}", *peer, side->name()));
    side = &mark;
    return Status();
  }

  Cut& CutOf(const Node& mark) { return cuts_.at(*mark.op().GetAttr<int64_t>(kPeerIndex)); }

  // Follows a tensor through the cuts to the node that makes it: it may only pass through a subgraph.
  Result<Endpoint> SourceOf(Endpoint from) {
    while (from.node->Is(kPlaceHolder)) {
      const Cut& cut = CutOf(*from.node);
      from = cut.source;
      if (from.node == nullptr) {
        return Broken(*cut.end, "nothing is connected to it: an engine lost a tensor that another one needs");
      }
    }
    return from;
  }

  void ConnectControl(Node* from, Node* to) {
    if (!from->Is(kPlaceHolder)) return graph_.ConnectControl(from, to);
    for (Node* before : CutOf(*from).before) ConnectControl(before, to);
  }

  Graph& graph_;
  std::vector<EngineSubgraph>& parts_;
  std::unordered_map<std::string, std::vector<Node*>> constants_;
  std::map<int64_t, Cut> cuts_;
  Edges edges_;
};

}  // namespace

Result<Graph> Merge(PartitionedGraph parts) {
  Graph graph(parts.name);
  graph.attrs() = std::move(parts.attrs);
  OPDK_TRY(Merger(graph, parts.subgraphs).Run());
  OPDK_TRY(VerifyOneLevel(graph));
  return graph;
}

}  // namespace opdk
