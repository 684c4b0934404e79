// Resources: what operators know by a handle, a scalar of type resource.
//   VarHandleOp () -> y            a variable of the session; what uses its handle becomes an access of the Variable itself
//   AssignVariableOp, AssignAddVariableOp, AssignSubVariableOp (resource, value)
#pragma once

#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

inline constexpr std::string_view kVarHandle = "VarHandleOp";

// The node that made a handle, through Identity, into regions and out of loops that don't change it; nullptr: it can't be
// told, or is none.
const Node* ResourceBehind(Endpoint handle);

// An operator that writes the variable of a handle, and the one that writes a Variable so: its first input and its output
// are `ref`.
struct HandleWrite {
  std::string_view type;
  std::string_view plain;
  std::string_view ref;
};
// nullptr: the type is none.
const HandleWrite* HandleWriteOf(std::string_view type);

}  // namespace opdk
