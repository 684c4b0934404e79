// The parameters of NpuOptimizer, as a session's configuration has them.
#pragma once

#include <string>

#include "tensorflow/core/protobuf/rewriter_config.pb.h"

namespace opdk_tensorflow {

// Returns the list of the interface: name, value, name, value …, in the order of the names.
std::string OptionsOf(const tensorflow::RewriterConfig_CustomGraphOptimizer& optimizer);

// Returns the configuration's NpuOptimizer; nullptr: it has none.
const tensorflow::RewriterConfig_CustomGraphOptimizer* FindNpuOptimizer(const tensorflow::RewriterConfig& config);

}  // namespace opdk_tensorflow
