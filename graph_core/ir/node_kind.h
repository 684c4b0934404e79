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

// What the core itself runs.
inline bool IsLocal(const Node& node) {
  return IsControl(node) || IsVariableAccess(node) || TakesNext(node) || UsesResource(node);
}

// The types the core itself gives meaning to: no package, no engine has a say about them.
inline bool IsStructural(const Node& node) {
  return node.Is(kData) || node.Is(kConst) || node.Is(kNetOutput) || node.Is(kPlaceHolder) || node.Is(kEnd) ||
         node.Is(kFusedOp) || node.Is(kVariable) || node.Is(kTemporary) || IsLocal(node);
}
// Of a prototype: those types that graphs are written with, GE's other name for Const, control flow, variables and
// resources included.
inline bool IsStructuralType(std::string_view type) {
  return type == kData || type == kConst || type == "Constant" || type == kNetOutput || type == "RefData" ||
         type == kVariable || type == kTemporary || type == kDestroyTemporary || type == kGetNext ||
         type == kVarHandle || type == kSummary || HandleWriteOf(type) != nullptr ||
         ControlKindOf(type) != ControlKind::kNone || VariableOpOf(type) != VariableOp::kNone ||
         ResourceOpOf(type) != ResourceOp::kNone;
}

// A node of such a type, without ports.
inline OpDesc StructuralDesc(std::string name, std::string_view type) {
  OpDesc op;
  op.name = std::move(name);
  op.type = type;
  return op;
}

// Whether equal inputs and attributes give equal outputs. Random generators are known by their attribute "seed".
inline bool IsPure(const Node& node) {
  const bool* stateful = node.op().GetAttr<bool>(kStatefulAttr);
  return (stateful == nullptr || !*stateful) && !node.op().attrs.contains("seed");
}

// "node conv1 (Conv)": how a node is named as a place of an error.
inline std::string PlaceOf(const OpDesc& op) { return "node " + op.name + " (" + op.type + ")"; }
inline std::string PlaceOf(const Node& node) { return PlaceOf(node.op()); }

}  // namespace opdk
