// Names of operators, files and packages.
#pragma once

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk::author {

// Returns "softmax_v2" for "SoftmaxV2". An underscore stands before each capital that ends a run of small letters and
// digits, and before the last capital of a run that a small letter follows ("BNInfer" -> "bn_infer"). This is CANN's
// rule for kernel files.
std::string StemOf(std::string_view op);

// Checks that the name is letters and digits that begin with a capital: other names have no stem. E2012: it isn't.
Status CheckOperatorName(const std::string& op);
// Checks that the name is small letters, digits and underscores that begin with a letter. `what`: "package name".
// E2012: it isn't.
Status CheckLowerName(const std::string& name, std::string_view what);
// Checks that the name of a port or an attribute is a C++ name. E2012: it isn't.
Status CheckPortName(const std::string& name, std::string_view what);
// Checks that the version is three numbers: "1.0.0". E2012: it isn't.
Status CheckVersion(const std::string& version);

// Makes a package's name from a directory's: "My-Ops" -> "my_ops".
std::string PackageNameOf(const std::string& directory);

}  // namespace opdk::author
