// Values of a model that a caller asks for in place of the model's own outputs.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::onnx_plugin {

// The value's name in the model, and the caller's name for it, for each output.
struct AskedOutputs {
  std::vector<std::string> values, names;
};

// Reads "NAME;NAME:1": names of values, or of nodes with the numbers of their outputs (0 where there is none). A node
// without a name is TYPE_FIRSTOUTPUT. A value's name may stand behind both, "NODE:0:VALUE". E1001: the graph has none
// such.
Result<AskedOutputs> ReadAskedOutputs(const onnx::GraphProto& graph, const std::string& asked);

}  // namespace opdk::onnx_plugin
