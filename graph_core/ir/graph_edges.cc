#include "graph_core/ir/graph_edges.h"

#include <algorithm>

namespace opdk {

Edges TakeEdges(Graph& graph) {
  Edges edges;
  const std::vector<Node*> nodes = graph.nodes();
  // Goes backwards, because the control edges of a node with many of them are found from the end of its list.
  std::for_each(nodes.rbegin(), nodes.rend(), [&](Node* node) {
    for (int i = static_cast<int>(node->inputs().size()); i-- > 0;) {
      if (node->input(i).node == nullptr) continue;
      edges.data.push_back({node->input(i), {node, i}});
      graph.Disconnect(node, i);
    }
    while (!node->control_inputs().empty()) {
      edges.control.push_back({node->control_inputs().back(), node});
      graph.DisconnectControl(node->control_inputs().back(), node);
    }
  });
  std::reverse(edges.data.begin(), edges.data.end());
  std::reverse(edges.control.begin(), edges.control.end());
  return edges;
}

}  // namespace opdk
