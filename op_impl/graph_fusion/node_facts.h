// Facts about nodes that graph passes need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/gnode.h"
#include "graph/operator.h"
#include "graph/tensor.h"

namespace opdk::graph_fusion {

std::string TypeOf(const ge::GNode& node);
bool HasInput(const ge::GNode& node, int32_t index);
ge::TensorDesc InputOf(const ge::GNode& node, int32_t index);
ge::TensorDesc OutputOf(const ge::GNode& node, int32_t index = 0);
// Returns the type and shape of an input by the node that feeds it. A node that a pass has added knows its inputs only
// once shapes are inferred.
ge::TensorDesc SourceOf(const ge::GNode& node, int32_t index);
// Returns the value of an input that a Const feeds.
std::optional<ge::Tensor> ConstantInput(const ge::GNode& node, int32_t index);
// Returns whether an input is a constant, or is computed from constants by operators that passes add. These are folded
// after the passes.
bool IsWeight(const ge::GNode& node, int32_t index);
// Returns whether shape and data type of both are known and equal.
bool Alike(const ge::TensorDesc& a, const ge::TensorDesc& b);
bool IsKnown(const ge::Shape& shape);
// Returns whether each of the tensor's elements is `number`. False for types other than real numbers of 32 bits or
// more.
bool HoldsOnly(const ge::Tensor& tensor, double number);
// Returns whether each element is minus infinity or the least finite number. False for types that aren't floating
// point.
bool HoldsLeast(const ge::Tensor& tensor);
// Returns the elements of a tensor of int32 or int64. Empty for other types.
std::vector<int64_t> IntsOf(const ge::Tensor& tensor);

template <typename T>
std::optional<T> AttrOf(const ge::GNode& node, const char* name) {
  T value{};
  if (node.GetAttr(ge::AscendString(name), value) != ge::GRAPH_SUCCESS) return std::nullopt;
  return value;
}
std::string TextAttrOf(const ge::GNode& node, const char* name);

// Copies the attributes `names`, as far as `from` has them, to `to`.
template <size_t kCount>
void CopyAttributes(const ge::GNode& from, const char* const (&names)[kCount], ge::Operator& to) {
  for (const char* name : names) {
    ge::AttrValue value;
    if (from.GetAttr(name, value) == ge::GRAPH_SUCCESS) (void)to.SetAttr(name, std::move(value));
  }
}

}  // namespace opdk::graph_fusion
