// Operators of libraries that were refused: an unknown operator may lie in one of them.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/package/package_registry.h"

namespace opdk {

// Returns the next step for an operator that no loaded package provides. `name` may have a framework's domain in front.
// Names the first refused package that has it and why it was refused: one whose bytes name the operator as operator
// information, as a prototype or as what a framework's operator is mapped from. Reads files, and runs nothing of them.
std::string HowToProvide(const PackageRegistry& packages, std::string_view name);

}  // namespace opdk
