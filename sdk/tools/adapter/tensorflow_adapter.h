// Makes TensorFlow opdk's host: builds TensorFlow's side of the adapter against the installed TensorFlow.
#pragma once

#include <string>

#include "opdk/status.h"

namespace opdk::adapter {

struct TensorFlowAdapterRequest {
  std::string python = "python3";  // the interpreter that has TensorFlow
  std::string directory;           // gets the Python modules npu_bridge, npu_device and opdk_tensorflow
};

// Builds the adapter and returns the version of TensorFlow. E1002: no such interpreter, no TensorFlow in it, or a
// missing part of opdk; E1006; E4002: a version of TensorFlow that the adapter doesn't support, no compiler, or a
// compiler that refuses the sources.
Result<std::string> BuildTensorFlowAdapter(const TensorFlowAdapterRequest& request);

}  // namespace opdk::adapter
