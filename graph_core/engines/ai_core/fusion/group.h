// A set of nodes on its way to become one FusedOp.
#pragma once

#include <span>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Whether a node may be part of a group at all: an operator of this engine with a kernel, or a view whose shape is
// known before a run; without control edges, placed on a package.
bool MayFuse(const Node& node, const PackageRegistry& packages);

// The one node that reads all outputs of `node`, or nullptr.
Node* OnlyReader(const Node& node);

// The most operations that one function is spelled with.
inline constexpr size_t kLongestSpelling = 12;

// What may follow the last node of a group at once: its only reader, or several that read it (as the spelled-out GELU
// does) up to the one where they meet again. Only the first reader can follow, so nothing outside lies between two
// members.
std::vector<Node*> Followers(const std::vector<Node*>& group, const PackageRegistry& packages);

// The plan of these nodes (producers first) as one. Its outputs are what is read outside, in the nodes' order. Unknown
// dimensions are stood in for.
Result<SharedPlan> PlanOfGroup(std::span<Node* const> nodes, const PassContext& context);

// Replaces the nodes by a FusedOp with them as its body and the same outputs.
Node* FuseGroup(Graph& graph, std::span<Node* const> nodes);

}  // namespace opdk
