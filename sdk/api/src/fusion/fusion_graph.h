// What matching and rewriting ask of a ge::Graph. Operators are known by their data, which handles share.
#pragma once

#include <string>
#include <vector>

#include "ge/fusion/subgraph_boundary.h"
#include "graph/graph.h"
#include "register/register_custom_pass.h"
#include "sdk/api/src/graph/graph_impl.h"

namespace ge {
namespace fusion {

bool IsData(const OperatorImpl& op);
bool IsConstant(const OperatorImpl& op);
// "conv1 (Conv2D)".
std::string NameOf(OperatorImpl& op);
// nullptr: the node is empty.
OperatorImplPtr OperatorOf(const GNode& node);
GNode NodeOf(OperatorImpl& op, const GraphImplPtr& graph);
const OperatorImplPtr& SourceOf(const OperatorImpl::Link& link);

// Data of the graph by number: those that SetInputs lists in its order, then the others by their index.
std::vector<OperatorImplPtr> DataOf(const Graph& graph);

// Sources first. Of a cycle, in some order.
std::vector<OperatorImplPtr> TopologicalOrder(const Graph& graph);

// Why the graph can't be a pattern; "": it can.
std::string PatternProblem(const Graph& graph);

// What became of asking for a replacement. `problem` is "" where it was made.
struct Replaced {
  std::string problem;
  bool cycle = false;  // the problem is the place alone
};
// FAILED, and says why behind what the pass itself has said.
Status FailPass(CustomPassContext& context, const std::string& message);
// SubgraphRewriter::Replace. The names of new nodes are noted in `context` where there is one. What is used outside of
// `captured` tensors stays, and what it is made from.
Replaced ReplaceSubgraph(const SubgraphBoundary& boundary, const Graph& replacement, CustomPassContext* context,
                         const std::vector<NodeIo>& captured = {});

}  // namespace fusion
}  // namespace ge
