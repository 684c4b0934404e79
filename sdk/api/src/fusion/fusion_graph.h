// Functions over a ge::Graph for matching and rewriting. An operator is identified by its data, which all its handles
// share.
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
// Returns a text such as "conv1 (Conv2D)".
std::string NameOf(OperatorImpl& op);
// Returns the node's operator; nullptr for an empty node.
OperatorImplPtr OperatorOf(const GNode& node);
GNode NodeOf(OperatorImpl& op, const GraphImplPtr& graph);
const OperatorImplPtr& SourceOf(const OperatorImpl::Link& link);

// Returns the graph's Data by input number: first those that SetInputs lists, in its order, then the others by their
// index.
std::vector<OperatorImplPtr> DataOf(const Graph& graph);

// Returns the operators, producers first. The operators of a cycle stand in any order.
std::vector<OperatorImplPtr> TopologicalOrder(const Graph& graph);

// Returns why the graph can't be a pattern; "": it can.
std::string PatternProblem(const Graph& graph);

// Result of a replacement. `problem` is "" if it was made.
struct Replaced {
  std::string problem;
  bool cycle = false;  // the problem is the place alone
};
// Returns FAILED and appends `message` to the pass's own error message.
Status FailPass(CustomPassContext& context, const std::string& message);
// Implements SubgraphRewriter::Replace. Notes the names of new nodes in `context`, if there is one. The producers of
// `captured` tensors with users outside stay, and so do their producers.
Replaced ReplaceSubgraph(const SubgraphBoundary& boundary, const Graph& replacement, CustomPassContext* context,
                         const std::vector<NodeIo>& captured = {});

}  // namespace fusion
}  // namespace ge
