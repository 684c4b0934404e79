// How many bytes a tensor has, and how a message names it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/types.h"
#include "opdk/status.h"

namespace opdk {

// Whether a dimension (-1) or the rank (-2) is unknown.
bool IsUnknown(std::span<const int64_t> dims);

// Bytes of a tensor with known dimensions; a scalar ({}) has one element. E2007 when they do not fit in memory, E2005
// for a dtype without a fixed element size (strings).
Result<size_t> TensorBytes(ge::DataType dtype, std::span<const int64_t> dims);

// "float[1, 3, 224, 224]"; "?" for an unknown dimension, "float[...]" for an unknown rank.
std::string DescribeTensor(ge::DataType dtype, std::span<const int64_t> dims);

// Of several tensors: "[1,3], [8]".
std::string ShapesText(std::span<const std::vector<int64_t>> shapes);

}  // namespace opdk
