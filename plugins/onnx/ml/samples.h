// The samples that models of ai.onnx.ml take, and the labels that their scores choose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Returns an input's element type. E2001: it isn't known.
Result<ge::DataType> KnownType(UpgradeContext& context, size_t input = 0);

// Makes a matrix of one row of a vector, and returns other values as they are.
std::string AddAsMatrix(UpgradeContext& context, const std::string& x);

// Adds the samples, input 0, as a matrix [N, features], in their type or in float. E2001: their type isn't known.
Result<std::string> AddSamples(UpgradeContext& context);
Result<std::string> AddFloatSamples(UpgradeContext& context);

// Refuses an input of which it is known that its samples haven't `features` features (E2001). `owner`: the text "its 12
// coefficients for 3 results", which have as many.
Status RequireFeatures(UpgradeContext& context, int64_t features, const std::string& owner);
// Does the same for a list of one number for all features or of one a feature.
Status RequireOneOrFeatures(UpgradeContext& context, size_t count, const std::string& owner);
// Does the same for a greatest index of a feature.
Status RequireFeature(UpgradeContext& context, int64_t index, const std::string& owner);

// Adds the label of the greatest score of each row, int64 [N]. `scores` is [N, labels].
std::string AddBestLabels(UpgradeContext& context, const std::string& scores, const std::vector<int64_t>& labels);

}  // namespace opdk::onnx_plugin
