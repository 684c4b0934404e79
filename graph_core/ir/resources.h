// Resources: objects that operators refer to by a handle, a scalar of type resource. The graph core itself runs the
// operators that make and use resources.
//   VarHandleOp () -> y            a variable of the session; users of the handle become accesses of a Variable
//   AssignVariableOp, AssignAddVariableOp, AssignSubVariableOp (resource, value)
//   TensorArray, Stack             belong to one run, which forgets them at its end; resources.cc lists their operators
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

inline constexpr std::string_view kVarHandle = "VarHandleOp";
inline constexpr std::string_view kTensorArray = "TensorArray";
inline constexpr std::string_view kStack = "Stack";

// Effects of an operator on the tensor arrays and stacks of its run.
enum class ResourceOp : uint8_t {
  kNone,
  kMakeArray,
  kGradient,
  kGradientWithShape,
  kWrite,
  kScatter,
  kSplit,
  kRead,
  kGather,
  kConcat,
  kSize,
  kCloseArray,
  kMakeStack,
  kPush,
  kPop,
  kCloseStack
};
ResourceOp ResourceOpOf(std::string_view type);
inline ResourceOp ResourceOpOf(const Node& node) { return ResourceOpOf(node.type()); }
inline bool UsesResource(const Node& node) { return ResourceOpOf(node) != ResourceOp::kNone; }
bool HasPortsOf(ResourceOp op, size_t inputs, size_t outputs);
// Returns whether the operator changes the array or stack. A read counts as no change: it may clear the element that
// was read, which only another read of this element notices.
bool ChangesResource(ResourceOp op);
// Returns whether the output is a tensor that the array or stack held. Its bytes are made at run time.
bool GivesElements(ResourceOp op);

// Returns the node that made a handle. Follows the handle through Identity, into regions, out of loops that don't
// change it and out of branches that all give it; the maker may be in one of these branches. nullptr: the maker can't
// be told, or the endpoint is no handle.
const Node* ResourceBehind(Endpoint handle);
// Follows a handle as ResourceBehind does, but not out of the handle's graph. Returns its maker, a Data, or the last
// node behind which the maker can't be told.
Endpoint HandleSource(Endpoint handle);
// Returns the name of the session's variable of a VarHandleOp. As in TensorFlow, two containers have two variables.
std::string HandleVariable(const Node& maker);

// An operator that writes the variable of a handle, and the one that writes a Variable so: its first input and its
// output are `ref`.
struct HandleWrite {
  std::string_view type;
  std::string_view plain;
  std::string_view ref;
};
// Returns the table row of a type that writes through a handle. nullptr: any other type.
const HandleWrite* HandleWriteOf(std::string_view type);

}  // namespace opdk
