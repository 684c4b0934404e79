// NumPy's .npy files.
#pragma once

#include <string>
#include <string_view>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// Format versions 1 to 3, C or Fortran order, either byte order; bool, integers, float16/32/64, complex64/128, byte
// strings (S), and bfloat16 as ml_dtypes gives it to NumPy (V2). E1005: not such a file, truncated, too long, or a
// dtype that no tensor has.
Result<ge::Tensor> ParseNpy(std::string_view bytes);

// Version 1, C order. bfloat16, which .npy doesn't know, is written as float32; strings as S.
// E1005: a dtype without a .npy form.
Result<std::string> FormatNpy(const ge::Tensor& tensor);

}  // namespace opdk
