// Constant nodes.
#pragma once

#include <onnx/onnx_pb.h>

#include "opdk/status.h"

namespace opdk::onnx_plugin {

// Returns the tensor of a Constant node, from any of its value attributes (value, value_float, value_ints, …). E2001:
// none or several are set.
Result<onnx::TensorProto> ConstantOfNode(const onnx::NodeProto& node);

}  // namespace opdk::onnx_plugin
