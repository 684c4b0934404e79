// Variables: memory of a session that graphs read and write by name. The graph core itself runs what reads and writes
// them:
//   Variable                       what a variable holds; y is its memory, its attribute "value" what it begins with
//   ReadVariableOp (x) -> y        its value at that time
//   Assign (ref, value) -> ref     its new value, where ref is a variable's memory
//   VarIsInitializedOp, IsVariableInitialized (x) -> y     whether it has a value
// A RefData, an input of the graph whose tensor it may write, is a variable of the caller's: it is read and written alike.
// What happens to one variable in one graph has an order, which preparation makes explicit as control edges.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

inline constexpr std::string_view kVariable = "Variable";
inline constexpr std::string_view kReadVariable = "ReadVariableOp";
inline constexpr std::string_view kAssign = "Assign";

enum class VariableOp { kNone, kRead, kWrite, kIsInitialized };

VariableOp VariableOpOf(std::string_view type);
// An Assign whose ref is no variable is an operator like any other: a package may have a kernel of it.
VariableOp VariableOpOf(const Node& node);
inline bool IsVariableAccess(const Node& node) { return VariableOpOf(node) != VariableOp::kNone; }

// A Variable, or a RefData of the graph itself.
bool IsVariable(const Node& node);

// The Variable or RefData whose memory an endpoint is, through assignments; nullptr: none.
const Node* VariableBehind(Endpoint from);

// Names of the variables that a graph reads or writes, its regions included; kStack and kTensorArray for those of the run.
struct VariableAccess {
  std::set<std::string, std::less<>> read;
  std::set<std::string, std::less<>> written;
};
VariableAccess AccessOf(const Node& node);
VariableAccess AccessOf(const Graph& graph);

// Whether a node itself, its regions aside, gives a variable's new value under the name of an input: as an assignment,
// or as an operator that preparation puts one behind.
bool WritesVariable(const Node& node);

}  // namespace opdk
