// Findings in the symbols of a package's library (C308, C309), printed as warnings.
#pragma once

#include <vector>

#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::cli {

// Prints the findings that come from symbols, on stderr.
void PrintLibraryWarnings(const std::vector<author::CheckFinding>& findings);

// Reads the symbols of the packages' libraries, and prints the findings.
void PrintLibraryWarnings(const std::vector<BuiltPackage>& packages);

}  // namespace opdk::cli
