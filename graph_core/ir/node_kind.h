// Questions about nodes that passes of several stages ask.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/next_element.h"
#include "graph_core/ir/resources.h"
#include "graph_core/ir/variables.h"

namespace opdk {

// An attribute (Bool) by which an operator says that equal inputs may give other results, or that it has effects
// besides its outputs.
inline constexpr std::string_view kStatefulAttr = "_stateful";
// GE's attribute (Bool) that keeps a node from being folded.
inline constexpr std::string_view kNoFoldingAttr = "_do_not_constant_folding";

// Shows a value to the program beside the graph's outputs: the host makes an output of it before a graph is compiled.
inline constexpr std::string_view kSummary = "Summary";

// Returns whether the core itself runs the node.
inline bool IsLocal(const Node& node) {
  return IsControl(node) || IsVariableAccess(node) || TakesNext(node) || UsesResource(node);
}

// Returns whether the core itself gives meaning to the node's type. Packages and engines are not asked about such
// nodes.
inline bool IsStructural(const Node& node) {
  return node.Is(kData) || node.Is(kConst) || node.Is(kNetOutput) || node.Is(kPlaceHolder) || node.Is(kEnd) ||
         node.Is(kFusedOp) || node.Is(kVariable) || node.Is(kTemporary) || IsLocal(node);
}
// Returns whether prototypes may declare this structural type: the types that graphs are written with. GE's other name
// for Const, control flow, variables and resources belong to them.
inline bool IsStructuralType(std::string_view type) {
  return type == kData || type == kConst || type == "Constant" || type == kNetOutput || type == "RefData" ||
         type == kVariable || type == kTemporary || type == kDestroyTemporary || type == kGetNext ||
         type == kVarHandle || type == kSummary || HandleWriteOf(type) != nullptr ||
         ControlKindOf(type) != ControlKind::kNone || VariableOpOf(type) != VariableOp::kNone ||
         ResourceOpOf(type) != ResourceOp::kNone;
}

// Returns a node of a structural type, without ports.
inline OpDesc StructuralDesc(std::string name, std::string_view type) {
  OpDesc op;
  op.name = std::move(name);
  op.type = type;
  return op;
}

// Returns whether equal inputs and attributes give equal outputs. Random generators are known by their attribute
// "seed".
inline bool IsPure(const Node& node) {
  const bool* stateful = node.op().GetAttr<bool>(kStatefulAttr);
  return (stateful == nullptr || !*stateful) && !node.op().attrs.contains("seed");
}

// Returns the location of errors of the node, such as "node conv1 (Conv)".
inline std::string PlaceOf(const OpDesc& op) { return "node " + op.name + " (" + op.type + ")"; }
inline std::string PlaceOf(const Node& node) { return PlaceOf(node.op()); }

}  // namespace opdk
