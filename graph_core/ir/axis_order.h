// Formats of images and volumes in one of two axis orders: channels behind the batch, or channels last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"

namespace opdk {

using Perm = std::vector<int64_t>;  // axis i of the result is axis perm[i] of the input

enum class AxisOrder : uint8_t { kFirst, kLast };

// Returns kFirst for NCHW and NCDHW, kLast for NHWC and NDHWC, nullopt for all other formats.
std::optional<AxisOrder> OrderOf(ge::Format format);
// Returns the format of an image (4 axes) or a volume (5 axes) with this order. FORMAT_ND: any other number of axes.
ge::Format FormatOf(AxisOrder order, size_t axes);
// Returns the rank of a format that is only an order of axes, such as 4 for NHWC. 0: blocked formats and FORMAT_ND.
size_t AxesOf(ge::Format format);
// Returns the permutation that transposes `from` into `to`. nullopt: no permutation does.
std::optional<Perm> PermBetween(ge::Format from, ge::Format to);
// Returns the format of a tensor of `format` after a transpose by `perm`. FORMAT_ND: that axis order has no name.
ge::Format Transposed(ge::Format format, const Perm& perm);

template <typename T>
std::vector<T> Permuted(const std::vector<T>& values, const Perm& perm) {
  std::vector<T> permuted;
  for (const int64_t axis : perm) permuted.push_back(values.at(static_cast<size_t>(axis)));
  return permuted;
}

// Returns the description of the transposed tensor, whose format is `format`. A constant value is left out.
ge::TensorDesc Permuted(const ge::TensorDesc& desc, const Perm& perm, ge::Format format);

}  // namespace opdk
