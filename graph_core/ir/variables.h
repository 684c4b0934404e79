// Variables: memory of a session that graphs read and write by name. The graph core itself runs what reads and writes
// them:
//   Variable                       what a variable holds; y is its memory, its attribute "value" what it begins with
//   ReadVariableOp (x) -> y        its value at that time
//   Assign (ref, value) -> ref     its new value, where ref is a variable's memory
//   VarIsInitializedOp, IsVariableInitialized (x) -> y     whether it has a value
// A RefData, an input of the graph whose tensor it may write, is a variable of the caller's: it is read and written
// alike. So is what lives in a graph of one run only:
//   TemporaryVariable              its memory, without a value at first; attributes shape, dtype, var_name
//   DestroyTemporaryVariable (x) -> y     its last value
// The caller's and a run's may be given to regions that write them: there a Data with kRefAttr is their memory.
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
inline constexpr std::string_view kTemporary = "TemporaryVariable";
inline constexpr std::string_view kDestroyTemporary = "DestroyTemporaryVariable";

enum class VariableOp { kNone, kRead, kWrite, kIsInitialized };

VariableOp VariableOpOf(std::string_view type);
// An Assign whose ref is no variable is an operator like any other: a package may have a kernel of it.
VariableOp VariableOpOf(const Node& node);
inline bool IsVariableAccess(const Node& node) { return VariableOpOf(node) != VariableOp::kNone; }

// A Variable, a TemporaryVariable, a RefData of the graph, or the Data of a region that is the memory of one.
bool IsVariable(const Node& node);

// The node of the graph whose memory an endpoint is, through assignments: one that IsVariable(); nullptr: none.
const Node* VariableBehind(Endpoint from);

// What a variable of a region is outside, where a graph has it of its own.
const Node* OriginOf(const Node* variable);
// Whether regions of a control node have the memory that feeds this input, not what it holds.
bool TakesMemory(const Node& node, int input);
// Whether it gives on, in the body of a loop, the memory that this input is: it reads nothing.
bool GivesMemoryOn(const Node& net_output, int input);

// Names of the variables that a graph reads or writes, its regions included, but for temporary ones of these; kStack
// and kTensorArray for those of the run.
struct VariableAccess {
  std::set<std::string, std::less<>> read;
  std::set<std::string, std::less<>> written;
};
// What a variable is called there.
std::string AccessName(const Node& variable);
VariableAccess AccessOf(const Node& node);
VariableAccess AccessOf(const Graph& graph);

// Whether a node itself, its regions aside, gives a variable's new value under the name of an input: as an assignment,
// or as an operator that preparation puts one behind.
bool WritesVariable(const Node& node);

}  // namespace opdk
