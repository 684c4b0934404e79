// Bytes of a tensor, and its name in messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/types.h"
#include "opdk/status.h"

namespace opdk {

// Returns whether a dimension (-1) or the rank (-2) is unknown.
bool IsUnknown(std::span<const int64_t> dims);

// Returns the bytes of a tensor with known dimensions; a scalar ({}) has one element. E2007: they don't fit in memory.
// E2005: a dtype without a fixed element size (strings).
Result<size_t> TensorBytes(ge::DataType dtype, std::span<const int64_t> dims);

// Returns "float[1, 3, 224, 224]"; "?" for an unknown dimension, "float[...]" for an unknown rank.
std::string DescribeTensor(ge::DataType dtype, std::span<const int64_t> dims);

// Returns the shapes of several tensors: "[1,3], [8]".
std::string ShapesText(std::span<const std::vector<int64_t>> shapes);

}  // namespace opdk
