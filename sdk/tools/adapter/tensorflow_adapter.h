// Makes TensorFlow opdk's host: builds TensorFlow's side of the adapter with the TensorFlow that is installed.
#pragma once

#include <string>

#include "opdk/status.h"

namespace opdk::cli {

struct TensorFlowAdapterRequest {
  std::string python = "python3";  // whose TensorFlow it is for
  std::string directory;           // gets the Python modules npu_bridge, npu_device and opdk_tensorflow
};

// The version of TensorFlow. E1002: no such interpreter, or it has no TensorFlow; a part of opdk is missing; E1006;
// E4002: another version of TensorFlow than the adapter is written for, no compiler, or one that refuses the sources.
Result<std::string> BuildTensorFlowAdapter(const TensorFlowAdapterRequest& request);

}  // namespace opdk::cli
