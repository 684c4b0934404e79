// The operators by which a graph chooses which region runs. The graph core itself runs their regions.
//   If, StatelessIf, _If (cond, input*) -> output*            regions then_branch, else_branch
//   Case, StatelessCase (branch_index, input*) -> output*     regions branches0 …; an index outside takes the last
//   While, StatelessWhile, _While (input*) -> output*         regions cond, body; outputs: last values of the inputs
//   For (start, limit, delta, input*) -> output*              region body, whose input 0 is the index
//   Loop (M?, cond?, v_initial*) -> v_final_and_scan_outputs* region body, ONNX's: inputs iteration, condition, v*;
//                                                             outputs condition, v*, then one slice of each scan output
//   PartitionedCall, StatefulPartitionedCall (args*) -> output*   region f
// Data i of a region stands for an input of the node (RegionSource). The inputs of its NetOutput give the node's
// outputs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// The placement of control flow: the executor runs these nodes, no engine does.
inline constexpr std::string_view kLocalEngine = "local";

enum class ControlKind { kNone, kIf, kCase, kWhile, kFor, kLoop, kCall };

inline constexpr std::string_view kThenBranch = "then_branch";
inline constexpr std::string_view kElseBranch = "else_branch";
inline constexpr std::string_view kBranches = "branches";
inline constexpr std::string_view kCond = "cond";
inline constexpr std::string_view kFunction = "f";

ControlKind ControlKindOf(std::string_view type);
inline ControlKind ControlKindOf(const Node& node) { return ControlKindOf(node.type()); }
inline bool IsControl(const Node& node) { return ControlKindOf(node) != ControlKind::kNone; }
// Returns whether the body runs any number of times. Each iteration takes the values that the previous iteration gave.
inline bool IsLoop(ControlKind kind) {
  return kind == ControlKind::kWhile || kind == ControlKind::kFor || kind == ControlKind::kLoop;
}

// Returns the name of the i-th region of this node's type. "": the type has fewer regions.
std::string RegionName(const Node& node, size_t i);

// Returns the number of the node's inputs in front of the inputs that its regions take.
int RegionInputsBegin(ControlKind kind);
// Returns the number of a body's inputs that the loop itself gives: the index of For, the iteration and the condition
// of Loop.
int OwnInputs(ControlKind kind);
// Returns the number of a body's outputs in front of the node's outputs: 1 for the condition of Loop, else 0.
int OwnOutputs(ControlKind kind);
// Returns the node's input that Data `data` of its regions stands for. -1: a value that the loop itself makes.
int RegionSource(ControlKind kind, int data);
// Returns the Data of the body that takes body output `output` in the next iteration; for Loop's condition, Data 1. -1:
// none does (a scan output).
int NextData(const Node& node, int output);

// Checks the regions of a control node: their names, and their numbers of inputs and outputs. E2005.
Status VerifyRegions(const Node& node);

}  // namespace opdk
