// Which values of the outside a graph inside of a model uses.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace opdk::onnx_plugin {

// By first use; each once. What graphs inside of it use of its own values doesn't count.
std::vector<std::string> CapturedValues(const onnx::GraphProto& graph);

}  // namespace opdk::onnx_plugin
