// The activation that ONNX Runtime's optimizer put into the operator before it.
#pragma once

#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds the activation `type` ("": none) of `value` before the context's node and returns the result's name.
// `parameters` are the activation's attributes in the order of ONNX's definition; Clip's are its bounds. Absent
// parameters have ONNX's defaults. E2001: ONNX Runtime fuses no activation of that type, or the type has other
// parameters.
Result<std::string> AddFusedActivation(UpgradeContext& context, const std::string& value, const std::string& type,
                                       const std::vector<float>& parameters);

}  // namespace opdk::onnx_plugin
