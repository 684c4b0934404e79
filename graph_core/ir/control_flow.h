// The operators by which a graph chooses what runs: the graph core runs their regions itself.
//   If, StatelessIf, _If (cond, input*) -> output*            regions then_branch, else_branch
//   Case, StatelessCase (branch_index, input*) -> output*     regions branches0 …; an index outside takes the last
//   While, StatelessWhile, _While (input*) -> output*         regions cond, body; each output is the last value of an input
//   For (start, limit, delta, input*) -> output*              region body, whose input 0 is the index
//   Loop (M?, cond?, v_initial*) -> v_final_and_scan_outputs* region body, ONNX's: inputs iteration, condition, v*;
//                                                             outputs condition, v*, then one slice of each scan output
//   PartitionedCall, StatefulPartitionedCall (args*) -> output*   region f
// Data i of a region stands for an input of the node (RegionSource), its NetOutput's inputs for the node's outputs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Where such a node is placed: the executor runs it, no engine does.
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
// Whether its body runs any number of times: what one run gives, the next one takes.
inline bool IsLoop(ControlKind kind) {
  return kind == ControlKind::kWhile || kind == ControlKind::kFor || kind == ControlKind::kLoop;
}

// The i-th region that a node of this type has; "": it has fewer.
std::string RegionName(const Node& node, size_t i);

// Inputs of the node in front of those that its regions see.
int RegionInputsBegin(ControlKind kind);
// Inputs of a body that the loop itself gives: the index of For, the iteration and the condition of Loop.
int OwnInputs(ControlKind kind);
// Outputs of a body in front of the node's: the condition of Loop.
int OwnOutputs(ControlKind kind);
// The node's input that Data `data` of its regions stands for, -1: the loop's own.
int RegionSource(ControlKind kind, int data);
// Data of the body whose next value body output `output` is, -1: none (a scan output, Loop's own condition is Data 1).
int NextData(const Node& node, int output);

// Regions of a control node: those of its type, with its numbers of inputs and outputs. E2005.
Status VerifyRegions(const Node& node);

}  // namespace opdk
