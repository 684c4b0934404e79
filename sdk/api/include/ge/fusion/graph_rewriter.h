// Puts another graph in the place of a part of a graph.
#pragma once

#include "ge/fusion/subgraph_boundary.h"
#include "ge_common/ge_common_api_types.h"
#include "graph/graph.h"
#include "opdk/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {

// The replacement has as many inputs (Data) and outputs as the boundary. What makes an output takes over the name of
// what made it before, every other new node's name says where it stands. Control edges of what goes away are kept by
// what comes. FAILED leaves the graph as it was: the boundary doesn't fit the graph or the replacement, or there would
// be a cycle. The reason is logged; with a context it is its error message.
class OPDK_API SubgraphRewriter {
 public:
  static Status Replace(const SubgraphBoundary& subgraph, const Graph& replacement);
  static Status Replace(const SubgraphBoundary& subgraph, Graph&& replacement);
  static Status Replace(const SubgraphBoundary& subgraph, Graph&& replacement, CustomPassContext& ctx);
  static Status Replace(const SubgraphBoundary& subgraph, const Graph& replacement, CustomPassContext& ctx);
};

}  // namespace fusion
}  // namespace ge
