// Spellings of shapes and tensor descriptions in text: "float[1,3,?]@NCHW". Those of dtypes: opdk/dtype_name.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/dtype_name.h"

namespace opdk {

// "1,3,?"; "*" for an unknown rank.
std::string DimsText(const std::vector<int64_t>& dims);
// "float[1,3]", "float[1,3]@NCHW", "float[1,1,2,2,16]@NC1HWC0 of [1,3,2,2]@NCHW", "float[1..8,3]" (a dimension with a
// range), "_" for a description that was never filled.
std::string DescText(const ge::TensorDesc& desc);

// The number of elements: 1 for a scalar, kUnknownCount when a dimension or the rank is unknown, kOverflowCount when
// the product does not fit.
inline constexpr int64_t kUnknownCount = -1;
inline constexpr int64_t kOverflowCount = -2;
int64_t ElementCount(const std::vector<int64_t>& dims);

}  // namespace opdk
