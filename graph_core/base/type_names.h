// Shapes and tensor descriptions as text: "float[1,3,?]@NCHW". Names of dtypes: opdk/dtype_name.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/dtype_name.h"

namespace opdk {

// Returns "1,3,?". An unknown rank gives "*".
std::string DimsText(const std::vector<int64_t>& dims);
// Returns "float[1,3]", "float[1,3]@NCHW", "float[1,1,2,2,16]@NC1HWC0 of [1,3,2,2]@NCHW", or "float[1..8,3]" for a
// dimension with a range. "_": a description that was never filled.
std::string DescText(const ge::TensorDesc& desc);

// Results of ElementCount: a dimension or the rank is unknown; the product doesn't fit.
inline constexpr int64_t kUnknownCount = -1;
inline constexpr int64_t kOverflowCount = -2;
int64_t ElementCount(const std::vector<int64_t>& dims);

}  // namespace opdk
