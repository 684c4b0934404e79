// Variables: memory of a session that graphs read and write by name. The graph core itself runs the operators that read
// and write variables:
//   Variable                       the memory y of a variable; its attribute "value" is the initial value
//   ReadVariableOp (x) -> y        the present value
//   Assign (ref, value) -> ref     writes a new value, if ref is a variable's memory
//   VarIsInitializedOp, IsVariableInitialized (x) -> y     whether the variable has a value
// A RefData is an input of the graph that the graph may write. It is a variable of the caller and is read and written
// in the same way. So is a variable that exists only in a graph of one run:
//   TemporaryVariable              its memory, without a value at first; attributes shape, dtype, var_name
//   DestroyTemporaryVariable (x) -> y     its last value
// Regions may write variables of the caller and of a run. In the region, a Data with kRefAttr is the variable's memory.
// Accesses to one variable in one graph have an order, which preparation makes explicit as control edges.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

inline constexpr std::string_view kVariable = "Variable";
inline constexpr std::string_view kReadVariable = "ReadVariableOp";
inline constexpr std::string_view kAssign = "Assign";
inline constexpr std::string_view kTemporary = "TemporaryVariable";
inline constexpr std::string_view kDestroyTemporary = "DestroyTemporaryVariable";

enum class VariableOp { kNone, kRead, kWrite, kIsInitialized };

VariableOp VariableOpOf(std::string_view type);
// Returns the node's access. kNone: an Assign whose `ref` is no variable, for which a package may have a kernel.
VariableOp VariableOpOf(const Node& node);
inline bool IsVariableAccess(const Node& node) { return VariableOpOf(node) != VariableOp::kNone; }

// Returns whether the node is the memory of a variable: a Variable, a TemporaryVariable, a RefData of the graph, or the
// Data of a region that stands for one of these.
bool IsVariable(const Node& node);

// Returns the variable of this graph whose memory the endpoint is, followed through assignments. nullptr: none.
const Node* VariableBehind(Endpoint from);

// Returns the outermost node for the memory of a region's variable, such as the Variable of a graph outside.
const Node* OriginOf(const Node* variable);
// Returns whether regions of a control node take the memory that feeds this input, not a copy of its value.
bool TakesMemory(const Node& node, int input);
// Returns whether this input of a loop body's NetOutput passes a variable's memory to the next iteration unchanged.
// Such an input reads nothing.
bool GivesMemoryOn(const Node& net_output, int input);

// Names of the variables that a graph reads or writes, its regions included. Its own temporary variables are left out.
// kStack and kTensorArray stand for the stacks and tensor arrays of the run.
struct VariableAccess {
  std::set<std::string, std::less<>> read;
  std::set<std::string, std::less<>> written;
};
// Returns the variable's name in VariableAccess.
std::string AccessName(const Node& variable);
VariableAccess AccessOf(const Node& node);
VariableAccess AccessOf(const Graph& graph);

// Returns whether a node, without its regions, gives a variable's new value as an output with the name of an input. It
// is an assignment, or an operator behind which preparation puts an assignment.
bool WritesVariable(const Node& node);

}  // namespace opdk
