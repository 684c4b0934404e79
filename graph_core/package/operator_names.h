// Names of operators as users write them: Ascend IR's name ("MatMul"), or a framework's name that a loaded package maps
// ("onnx:Gemm").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

class PackageRegistry;

// Returns Ascend IR's name for a framework's name; any other text stays as it is. E2002: no package maps the name.
Result<std::string> OperatorNamed(const PackageRegistry& packages, const std::string& name);
// Replaces each entry by Ascend IR's name, in place. E2002: see OperatorNamed.
Status NameOperators(const PackageRegistry& packages, std::vector<std::string>& names);

// Returns the framework names that the loaded packages map to `type`, such as "onnx:Gemm", sorted. An operator outside
// of its framework's own set has its domain before its name, "onnx:com.microsoft::QGemm".
std::vector<std::string> FrameworkNames(const PackageRegistry& packages, std::string_view type);

// Returns a hint: "; did you mean Conv2D?", or "; onnx:CastLike becomes Cast" for a framework's name. "": no name is
// near.
std::string DidYouMean(const PackageRegistry& packages, std::string_view name);

}  // namespace opdk
