#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "graph_core/ir/graph_edges.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/partition/clusters.h"
#include "graph_core/partition/passes.h"
#include "graph_core/partition/pipeline.h"

namespace opdk {

namespace {

OpDesc CutMark(std::string_view type, int64_t peer, const ge::TensorDesc* desc) {
  OpDesc op;
  op.name = fmt::format("{}_{}", type == kEnd ? "end" : "placeholder", peer);
  op.type = type;
  op.attrs[std::string(kPeerIndex)] = peer;
  if (desc == nullptr) return op;  // a control edge
  SharedList<IrPort>& declared = type == kEnd ? op.ir_inputs : op.ir_outputs;
  std::vector<Port>& ports = type == kEnd ? op.inputs : op.outputs;
  std::string name = type == kEnd ? "x" : "y";
  declared.push_back({name, PortKind::kRequired, ""});
  ports.push_back({std::move(name), 0, *desc});
  return op;
}

// Builds the subgraphs from nodes that have been moved into them.
class Cutter {
 public:
  explicit Cutter(std::vector<EngineSubgraph>& subgraphs) : subgraphs_(subgraphs) {}

  void Place(const Node* node, size_t subgraph) { home_.emplace(node, subgraph); }

  void Connect(const DataEdge& edge) {
    size_t to = home_.at(edge.to.node);
    Graph& graph = subgraphs_[to].graph;
    Node* source = edge.from.node;
    if (source->Is(kConst)) {
      graph.Connect({ConstIn(source, to), 0}, edge.to.node, edge.to.index);
    } else if (size_t from = home_.at(source); from == to) {
      graph.Connect(edge.from, edge.to.node, edge.to.index);
    } else {
      graph.Connect({PlaceHolderIn(edge.from, from, to), 0}, edge.to.node, edge.to.index);
    }
  }

  void Connect(const ControlEdge& edge) {
    // Control edges of a constant have no effect: a constant needs no step.
    if (edge.from->Is(kConst) || edge.to->Is(kConst)) return;
    size_t from = home_.at(edge.from);
    size_t to = home_.at(edge.to);
    if (from == to) {
      subgraphs_[to].graph.ConnectControl(edge.from, edge.to);
      return;
    }
    Node* end = subgraphs_[from].graph.AddNode(CutMark(kEnd, next_peer_, nullptr));
    subgraphs_[from].graph.ConnectControl(edge.from, end);
    Node* place_holder = subgraphs_[to].graph.AddNode(CutMark(kPlaceHolder, next_peer_++, nullptr));
    subgraphs_[to].graph.ConnectControl(place_holder, edge.to);
  }

 private:
  // Returns a subgraph's own node for a constant. The nodes of all subgraphs share the bytes.
  Node* ConstIn(Node* constant, size_t subgraph) {
    Node*& here = constants_[{constant, subgraph}];
    if (here != nullptr) return here;
    here = subgraphs_[subgraph].graph.AddNode(constant->op());
    return here;
  }

  Node* PlaceHolderIn(const Endpoint& source, size_t from, size_t to) {
    Node*& here = place_holders_[{source.node, source.index, to}];
    if (here != nullptr) return here;
    const ge::TensorDesc& desc = source.node->op().outputs[static_cast<size_t>(source.index)].desc;
    Node* end = subgraphs_[from].graph.AddNode(CutMark(kEnd, next_peer_, &desc));
    subgraphs_[from].graph.Connect(source, end, 0);
    here = subgraphs_[to].graph.AddNode(CutMark(kPlaceHolder, next_peer_++, &desc));
    return here;
  }

  std::vector<EngineSubgraph>& subgraphs_;
  std::unordered_map<const Node*, size_t> home_;
  std::map<std::pair<const Node*, size_t>, Node*> constants_;
  std::map<std::tuple<const Node*, int, size_t>, Node*> place_holders_;
  int64_t next_peer_ = 0;
};

}  // namespace

Result<PartitionedGraph> Partition(Graph graph) {
  OPDK_TRY(std::vector<Cluster> clusters, FindClusters(graph));
  PartitionedGraph parts{graph.name(), graph.attrs(), {}};
  Edges edges = TakeEdges(graph);
  Cutter cutter(parts.subgraphs);
  for (size_t i = 0; i < clusters.size(); ++i) {
    const Cluster& cluster = clusters[i];
    std::string kind = cluster.engine;
    if (kind.empty()) kind = cluster.nodes.front()->Is(kData) ? "inputs" : "outputs";
    parts.subgraphs.push_back({cluster.engine, Graph(fmt::format("{}_{}_{}", parts.name, i, kind))});
    for (Node* node : cluster.nodes) {
      parts.subgraphs.back().graph.Adopt(graph, node);
      cutter.Place(node, i);
    }
  }
  for (const DataEdge& edge : edges.data) cutter.Connect(edge);
  for (const ControlEdge& edge : edges.control) cutter.Connect(edge);
  return parts;
}

}  // namespace opdk
