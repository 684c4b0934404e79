// Groups the nodes of a placed graph into connected clusters of one engine, so that the clusters form no cycle.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

struct Cluster {
  std::string engine;        // "": structural nodes
  std::vector<Node*> nodes;  // in topological order; no constants
};

// Producers before consumers. All Data nodes are one cluster, the NetOutput is one; constants belong to none.
// E2004 when the graph has a cycle.
Result<std::vector<Cluster>> FindClusters(const Graph& graph);

}  // namespace opdk
