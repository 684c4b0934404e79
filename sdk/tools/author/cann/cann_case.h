// The first operator case of an imported operator.
#pragma once

#include <string>

#include "sdk/tools/author/cpp_scan.h"

namespace opdk::cli {

// A case in the form of tests/op, with inputs that the prototype admits. What the operator gives only its author knows:
// the expectation fails, and its name says which file to edit.
std::string CaseSkeleton(const SourcePrototype& prototype, const std::string& path);

}  // namespace opdk::cli
