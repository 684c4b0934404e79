// Resources: what operators know by a handle, a scalar of type resource. The graph core itself runs what makes and uses
// them.
//   VarHandleOp () -> y            a variable of the session; what uses its handle becomes an access of the Variable itself
//   AssignVariableOp, AssignAddVariableOp, AssignSubVariableOp (resource, value)
//   TensorArray, Stack             of one run, which forgets them when it ends; their families stand in resources.cc
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

// What an operator does with the tensor arrays and stacks of its run.
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
// Whether it leaves another array or stack behind; reading one may clear what was read, which only another read
// notices.
bool ChangesResource(ResourceOp op);
// Whether the output is a tensor that the array or stack held: its bytes are made at run time.
bool GivesElements(ResourceOp op);

// The node that made a handle, through Identity, into regions, out of loops that don't change it and out of branches
// that all give it; nullptr: it can't be told, or is none. It may stand in one of these branches.
const Node* ResourceBehind(Endpoint handle);
// The same as far as it goes in the handle's graph: what made it, a Data, or another node where it can't be told.
Endpoint HandleSource(Endpoint handle);
// The session's variable of a VarHandleOp. TensorFlow's rule: variables of two containers are two.
std::string HandleVariable(const Node& maker);

// An operator that writes the variable of a handle, and the one that writes a Variable so: its first input and its
// output are `ref`.
struct HandleWrite {
  std::string_view type;
  std::string_view plain;
  std::string_view ref;
};
// nullptr: the type is none.
const HandleWrite* HandleWriteOf(std::string_view type);

}  // namespace opdk
