// ONNX's TensorProto as an input file.
#pragma once

#include <string_view>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// Parses an ONNX TensorProto. E1005: not a TensorProto, truncated, another number of values than the shape has, or
// external data.
Result<ge::Tensor> ParseTensorProto(std::string_view bytes);

}  // namespace opdk
