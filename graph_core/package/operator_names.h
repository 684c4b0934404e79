// What users call an operator: Ascend IR's name ("MatMul"), or a framework's where a loaded package maps it
// ("onnx:Gemm").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

class PackageRegistry;

// Turns a framework's name into Ascend IR's; any other text stays as it is. E2002 for one that nothing maps.
Result<std::string> OperatorNamed(const PackageRegistry& packages, const std::string& name);
// The same for each entry, in place.
Status NameOperators(const PackageRegistry& packages, std::vector<std::string>& names);

// "onnx:Gemm", sorted: what the loaded packages map to `type`. An operator outside of its framework's own set has its
// domain before its name, "onnx:com.microsoft::QGemm".
std::vector<std::string> FrameworkNames(const PackageRegistry& packages, std::string_view type);

// "; did you mean Conv2D?", or "; onnx:CastLike becomes Cast" for a framework's own name; "" where nothing is near.
std::string DidYouMean(const PackageRegistry& packages, std::string_view name);

}  // namespace opdk
