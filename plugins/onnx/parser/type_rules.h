// Element type and rank of what a node of the standard domain produces.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>

namespace opdk::onnx_plugin {

class ValueTypes;

// onnx::TensorProto::DataType of output `output`; UNDEFINED: not known.
int32_t OutputElementType(const onnx::NodeProto& node, int output, const ValueTypes& types);

// The rank all outputs of the node share; nothing: not known. Never below 0.
std::optional<int> OutputRank(const onnx::NodeProto& node, const ValueTypes& types);

}  // namespace opdk::onnx_plugin
