// ONNX's TensorProto as an input file.
#pragma once

#include <string_view>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// E1005: not a TensorProto, truncated, as many values as the shape doesn't say, or external data.
Result<ge::Tensor> ParseTensorProto(std::string_view bytes);

}  // namespace opdk
