// A set of nodes that is to become one FusedOp.
#pragma once

#include <span>
#include <vector>

#include "graph_core/engines/ai_core/plan/same_expression.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Returns whether a node may be part of a group. The node must be an operator of this engine with a kernel, or a view
// whose shape is known before a run. It has no control edges and is placed on a package.
bool MayFuse(const Node& node, const PackageRegistry& packages);
// Returns whether an input may have at least `count` axes. A node without such an input needs no plan to be known as no
// product (two axes), and as no convolution, pool or reader of channel blocks (three).
bool HasAxes(const Node& node, size_t count);

// Returns the only node that reads outputs of `node`; nullptr if there are several or none.
Node* OnlyReader(const Node& node);

// The most operations that one function is spelled with.
inline constexpr size_t kLongestSpelling = 12;

// Returns the nodes that may follow the last node of a group at once. These are its only reader, or several readers up
// to the node where their paths meet again, as in the spelled-out GELU. Only the first reader can follow, so no outside
// node lies between two members.
std::vector<Node*> Followers(const std::vector<Node*>& group, const PackageRegistry& packages);

// Returns the outside sources of the group's inputs, each once, in order of first use.
std::vector<Endpoint> Sources(std::span<Node* const> nodes);

// Returns the outputs that nodes outside the group read, in the members' order. If none is read, returns all outputs of
// the last member.
std::vector<Endpoint> Results(std::span<Node* const> nodes);

// Returns the expressions of all outputs of a node. Unknown dimensions are replaced by numbers.
Result<std::vector<tbe::Tensor>> ExpressionOfNode(Node* node, const PassContext& context);

// Plans these nodes (producers first) as one kernel. Its outputs are the tensors that nodes outside read, in the nodes'
// order. Unknown dimensions are replaced by numbers. `values`: as PlanOptions has them.
Result<SharedPlan> PlanOfGroup(std::span<Node* const> nodes, const PassContext& context,
                               ParamValues values = ParamValues::kCompared);

// Replaces the nodes by a FusedOp whose body they are and which has the same outputs.
Node* FuseGroup(Graph& graph, std::span<Node* const> nodes);

}  // namespace opdk
