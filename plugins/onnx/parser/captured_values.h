// The outside values that a graph inside of a model uses.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace opdk::onnx_plugin {

// Returns the names of the outside values, each once, by first use. A graph inside of `graph` adds only its own outside
// values.
std::vector<std::string> CapturedValues(const onnx::GraphProto& graph);

}  // namespace opdk::onnx_plugin
