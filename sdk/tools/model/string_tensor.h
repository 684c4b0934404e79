// The elements of a DT_STRING tensor.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"

namespace opdk {

// Heads (offset, length) and bytes as ge::Tensor::SetData(vector<string>) lays them out; an element whose head points
// outside the tensor is "".
std::vector<std::string> StringsOf(const ge::Tensor& tensor);

}  // namespace opdk
