// Spellings of dtypes, formats and tensor descriptions in text: "float", "bfloat16", "float[1,3,?]@NCHW".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"

namespace opdk {

// "float", "float16", "bfloat16", "int64", "undefined": the spelling of operator information and of the text form.
std::string DtypeName(ge::DataType dtype);
// DT_UNDEFINED and false when no dtype has that name.
bool ParseDtypeName(std::string_view name, ge::DataType& dtype);

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
