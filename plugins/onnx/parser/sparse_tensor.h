// Sparse tensors of a model: initializers, and values of Constant nodes.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

#include "opdk/status.h"

namespace opdk::onnx_plugin {

// Makes the model's sparse initializers dense ones and gives Constant nodes with sparse values dense values, also in
// graphs inside of nodes and in functions. External data lies below `model_directory`.
// E2001: indices that don't fit, or are not in ascending order; strings. E2007: all of them together need more than 512
// MiB.
Status MakeDense(onnx::ModelProto& model, const std::string& model_directory);

}  // namespace opdk::onnx_plugin
