// The partition stage: which engine runs which node, the graph cut into subgraphs of one engine each, and their merge.
// Between Partition() and Merge() every engine optimizes its subgraphs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph_core/ir/pass.h"

namespace opdk {

struct GraphDumps;

// Writes Node::placement of every node. Needs context.engines and context.packages.
// Errors: E2008 when every engine refuses a node, with each one's reason.
// `dumps`: nullptr: none.
Status PlaceGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps = nullptr);

// Returns the table of passes, in order.
std::span<const Pass> PartitionPasses();

// Connected nodes of one engine. A tensor from another subgraph is the output y of a PlaceHolder. A tensor for another
// subgraph is the input x of an End. Such a pair has the same attribute "peer_index" (Int). Control edges are cut by
// pairs without ports. Each subgraph has its own copy of the constants that it uses.
struct EngineSubgraph {
  std::string engine;  // "": Data nodes, or the NetOutput
  Graph graph;
};

struct PartitionedGraph {
  std::string name;
  AttrMap attrs;
  std::vector<EngineSubgraph> subgraphs;  // producers before consumers
};

// Cuts a placed graph into subgraphs. Node pointers stay valid, because the nodes move; constants are copied. E2004:
// the graph has a cycle.
Result<PartitionedGraph> Partition(Graph graph);
// Puts the pieces together again: PlaceHolder/End pairs become edges, equal copies of a constant one node.
// E2005 when an engine has broken a pair.
Result<Graph> Merge(PartitionedGraph parts);

}  // namespace opdk
