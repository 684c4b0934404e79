// How many elements and bytes a tensor has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/status.h"

namespace opdk {

// Whether a dimension (-1) or the rank (-2) is unknown.
bool IsUnknown(std::span<const int64_t> dims);

// Elements of a tensor with known dimensions; a scalar ({}) has one. E2007 when the product does not fit.
Result<int64_t> ElementCount(std::span<const int64_t> dims);

// Bytes of a tensor with known dimensions. E2007 when they do not fit in memory, E2005 for a dtype without a fixed
// element size (strings).
Result<size_t> TensorBytes(ge::DataType dtype, std::span<const int64_t> dims);

// "float[1, 3, 224, 224]".
std::string DescribeTensor(ge::DataType dtype, std::span<const int64_t> dims);
std::string DescribeShape(std::span<const int64_t> dims);
// "float", "int64" …: the spelling of the operator information.
std::string DtypeName(ge::DataType dtype);

}  // namespace opdk
