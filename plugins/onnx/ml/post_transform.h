// The transforms of scores that ai.onnx.ml's models end with.
#pragma once

#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds the transform of `scores` [N, C] by attribute post_transform's name and returns the result's name. `type` is
// that of the scores. E2001: there is no such transform.
Result<std::string> AddPostTransform(UpgradeContext& context, const std::string& scores, const std::string& transform,
                                     ge::DataType type = ge::DT_FLOAT);

// Takes the attribute; "NONE" where it isn't set.
std::string TakePostTransform(UpgradeContext& context);

}  // namespace opdk::onnx_plugin
