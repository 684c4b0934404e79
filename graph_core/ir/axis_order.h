// The formats of images and volumes whose axes lie in one of two orders: channels behind the batch, or last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"

namespace opdk {

using Perm = std::vector<int64_t>;  // axis i of the result is axis perm[i]

enum class AxisOrder : uint8_t { kFirst, kLast };

// NCHW and NCDHW: first, NHWC and NDHWC: last. nullopt: neither.
std::optional<AxisOrder> OrderOf(ge::Format format);
// The format of tensors with so many axes, 4 or 5; FORMAT_ND: there is none.
ge::Format FormatOf(AxisOrder order, size_t axes);
// The axes that a tensor of the format has where these are all it has, no blocks; 0 otherwise.
size_t AxesOf(ge::Format format);
// How a tensor is transposed from one format to another; nullopt: that doesn't do.
std::optional<Perm> PermBetween(ge::Format from, ge::Format to);
// What a tensor of the format is once it was transposed; FORMAT_ND where that has no name.
ge::Format Transposed(ge::Format format, const Perm& perm);

template <typename T>
std::vector<T> Permuted(const std::vector<T>& values, const Perm& perm) {
  std::vector<T> permuted;
  for (const int64_t axis : perm) permuted.push_back(values.at(static_cast<size_t>(axis)));
  return permuted;
}

// The description of the transposed tensor, which is of that format.
ge::TensorDesc Permuted(const ge::TensorDesc& desc, const Perm& perm, ge::Format format);

}  // namespace opdk
