// Helpers of the language's functions: making a checked node, and failing with the call's name and operands.
#pragma once

#include <concepts>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "sdk/api/src/tbe/dtype.h"
#include "tbe/elementwise.h"

namespace tbe {

// Returns a text such as "[2, 3]".
std::string ShapeText(const Dims& shape);
// Returns a text such as "float[2, 3]"; "an absent tensor" for an empty handle.
std::string Describe(const Tensor& tensor);

// An operand and its name in the call.
struct Argument {
  std::string_view name;
  Operand operand;
};

// Name of a call, with the names of its operands if they are given: "vadd(lhs, rhs)". Only errors need the text, so it
// is made where one is thrown. Refers to the texts and operands that it was made of.
class CallName {
 public:
  template <typename Text>
  requires std::convertible_to<const Text&, std::string_view> CallName(const Text& call)
      : call_(call) {}  // NOLINT(google-explicit-constructor): a plain name is a call's name
  CallName(std::string_view call, std::span<const Argument> operands) : call_(call), operands_(operands) {}

  std::string Text() const;

 private:
  std::string_view call_;
  std::span<const Argument> operands_;
};

// Throws ExpressionError E2010 "tbe::<call>: <what>".
[[noreturn]] void Fail(const CallName& call, const std::string& what);
// Throws unless `value` is one of `allowed`; the error lists `allowed` and the probably meant value.
void RequireChoice(std::string_view call, std::string_view argument, std::string_view value,
                   const std::vector<std::string>& allowed);

// Wraps a node after checking that its dtype is known, its extents aren't negative and their product fits an int64.
Tensor Make(const CallName& call, TensorNode node);
// Returns a node with these properties, which most calls complete.
TensorNode Node(Kind kind, DataType dtype, Dims shape, std::vector<Tensor> inputs);

// Requires "high_performance" or "high_precision".
void RequireImplMode(std::string_view call, std::string_view impl_mode);
void RequirePresent(const CallName& call, const Tensor& tensor);
// Fails unless `fits`; `allowed` describes the allowed dtypes.
void RequireDtype(const CallName& call, const Tensor& tensor, bool fits, std::string_view allowed);

// Returns the axis counted from 0; fails when it isn't below `rank`.
int64_t NormalizeAxis(std::string_view call, int64_t axis, int64_t rank);
// Returns the axes counted from 0, sorted; fails when an axis stands twice.
Dims NormalizeAxes(std::string_view call, const Dims& axes, int64_t rank);

// Throws when the product doesn't fit an int64 or an extent is negative.
int64_t NumElements(const CallName& call, const Dims& shape);
// Broadcasts two shapes; `call` is named in the error.
Dims BroadcastShapesFor(const CallName& call, const Dims& a, const Dims& b);
// Repeats `tensor` to `shape`, aligned at the last axis.
Tensor BroadcastTo(const CallName& call, const Tensor& tensor, const Dims& shape);

// Makes a rank-0 Const or Param. An integer dtype takes whole numbers within its range; uint64 takes the bits of an
// int64.
Tensor MakeNumber(const CallName& call, Kind kind, Number value, DataType dtype);

// Turns operands into tensors of one dtype and one shape. At least one is a tensor; numbers take its dtype.
std::vector<Tensor> Unify(std::string_view call, std::initializer_list<Argument> arguments);
// Throws when the dtypes of the tensors among the operands differ; returns the first of them.
Tensor RequireOneDtype(std::string_view call, std::initializer_list<Argument> arguments);

Tensor MakeUnary(std::string_view call, UnaryOp op, const Tensor& x, DataType dtype);
// Makes the node of operands that are unified already.
Tensor MakeBinary(std::string_view call, BinaryOp op, const Tensor& a, const Tensor& b, DataType dtype);

}  // namespace tbe
