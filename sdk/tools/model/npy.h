// NumPy's .npy files.
#pragma once

#include <string>
#include <string_view>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// Parses a .npy file: format versions 1 to 3, C or Fortran order, either byte order. Dtypes: bool, integers,
// float16/32/64, complex64/128, byte strings (S), and bfloat16 in the form that ml_dtypes gives to NumPy (V2). E1005:
// not a .npy file, truncated, too long, or a dtype that no tensor has.
Result<ge::Tensor> ParseNpy(std::string_view bytes);

// Formats the tensor as a .npy file of version 1 in C order. bfloat16 becomes float32, because .npy has no such dtype;
// strings become S. E1005: a dtype without a .npy form.
Result<std::string> FormatNpy(const ge::Tensor& tensor);

}  // namespace opdk
