// Changes of a node together with its regions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// Removes values that no region uses. `values` counts the inputs of the regions. The Data nodes of these inputs must
// have no uses. A value that goes round in a loop is removed as a whole, also from the outputs of the body and of the
// node. These outputs must have no uses.
void DropValues(Node& node, const std::vector<int>& values);

// Removes unused outputs of a node whose branches give them, and the matching outputs of its regions.
void DropBranchOutputs(Node& node, const std::vector<int>& outputs);

// A value that was added to a loop: the input of its node, still unconnected, and the value inside of the body.
struct AddedValue {
  int input = -1;
  Endpoint inside;
};
// Adds a value that never changes to a loop, behind its other values. Scan outputs of its body move on by one.
AddedValue AddInvariant(Node& loop, const std::string& name, const ge::TensorDesc& desc);

// Returns the number of values that go round in a loop, or that the branches of another control node take.
int ValueCount(const Node& node);
// Returns whether a loop leaves the value as it is in every iteration. Values of branches are never changed.
bool IsInvariant(const Node& node, int value);

// Replaces a node by the nodes of its region. Users of the node's outputs take the region's outputs.
void WriteOut(Graph& graph, Node* node, std::string_view region);

// Returns the endpoint that gives graph output `output`.
Endpoint OutputSource(const Graph& graph, int output);
Node* DataOf(const Graph& graph, int data);

}  // namespace opdk
