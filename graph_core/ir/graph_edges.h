// All edges of a graph at once, for nodes that move to another graph.
#pragma once

#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

struct DataEdge {
  Endpoint from;
  Use to;
};

struct ControlEdge {
  Node* from;
  Node* to;
};

struct Edges {
  std::vector<DataEdge> data;
  std::vector<ControlEdge> control;
};

// Takes all edges out of the graph and returns them, in the order of the nodes that they lead to.
Edges TakeEdges(Graph& graph);

}  // namespace opdk
