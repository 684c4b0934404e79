// Names of operators, files and packages.
#pragma once

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk::cli {

// "SoftmaxV2" -> "softmax_v2": an underscore before each capital that ends a run of small letters and digits, and
// before the last capital of a run that a small letter follows ("BNInfer" -> "bn_infer"); CANN's rule for kernel files.
std::string StemOf(std::string_view op);

// E2012 unless it is letters and digits that begin with a capital: other names have no stem.
Status CheckOperatorName(const std::string& op);
// E2012 unless it is small letters, digits and underscores that begin with a letter. `what`: "package name".
Status CheckLowerName(const std::string& name, std::string_view what);
// E2012 unless it is a C++ name: what a port or an attribute is called.
Status CheckPortName(const std::string& name, std::string_view what);
// E2012 unless it is three numbers: "1.0.0".
Status CheckVersion(const std::string& version);

// A package name made of a directory's: "My-Ops" -> "my_ops".
std::string PackageNameOf(const std::string& directory);

}  // namespace opdk::cli
