// Changes of a node together with its regions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// Takes inputs away that no region needs: `value` counts those that regions see. The Data nodes that stand for them
// must have no uses. Values that go round in a loop go as a whole: from the body's outputs and the node's, too, whose
// uses must be gone.
void DropValues(Node& node, const std::vector<int>& values);

// Takes outputs away that nobody uses, of a node whose branches give them: from what its regions give, too.
void DropBranchOutputs(Node& node, const std::vector<int>& outputs);

// A value that a loop has got: the input of its node, still unconnected, and what stands for it in the body.
struct AddedValue {
  int input = -1;
  Endpoint inside;
};
// Gives a loop one value more, behind those that it has and never changed. Outputs of its body move on where it has
// some that are no values.
AddedValue AddInvariant(Node& loop, const std::string& name, const ge::TensorDesc& desc);

// Values that go round in a loop, or that the branches of another control node are given.
int ValueCount(const Node& node);
// Returns whether a loop leaves the value as it is in every iteration. Values of branches are never changed.
bool IsInvariant(const Node& node, int value);

// Puts the nodes of a region where the node is, whose outputs become what the region gives, and removes the node.
void WriteOut(Graph& graph, Node* node, std::string_view region);

// Returns the endpoint that gives graph output `output`.
Endpoint OutputSource(const Graph& graph, int output);
Node* DataOf(const Graph& graph, int data);

}  // namespace opdk
