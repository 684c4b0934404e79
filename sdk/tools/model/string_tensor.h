// The elements of a DT_STRING tensor.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"

namespace opdk {

// Returns the strings of a tensor that ge::Tensor::SetData(vector<string>) laid out: heads (offset, length) and bytes.
// An element whose head points outside the tensor is "".
std::vector<std::string> StringsOf(const ge::Tensor& tensor);

}  // namespace opdk
