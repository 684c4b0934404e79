// Replaces a part of a graph by another graph.
#pragma once

#include "ge/fusion/subgraph_boundary.h"
#include "ge_common/ge_common_api_types.h"
#include "graph/graph.h"
#include "opdk/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {

// Replaces the nodes inside a boundary. The replacement has as many inputs (Data) and outputs as the boundary. The new
// producer of an output takes the old producer's name; every other new node's name says where it stands. The new nodes
// keep the control edges of the nodes that they replace. FAILED leaves the graph unchanged: the boundary doesn't fit
// the graph or the replacement, or there would be a cycle. The reason is logged; with a context it becomes the
// context's error message.
class OPDK_API SubgraphRewriter {
 public:
  static Status Replace(const SubgraphBoundary& subgraph, const Graph& replacement);
  static Status Replace(const SubgraphBoundary& subgraph, Graph&& replacement);
  static Status Replace(const SubgraphBoundary& subgraph, Graph&& replacement, CustomPassContext& ctx);
  static Status Replace(const SubgraphBoundary& subgraph, const Graph& replacement, CustomPassContext& ctx);
};

}  // namespace fusion
}  // namespace ge
