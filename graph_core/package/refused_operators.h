// Refused libraries, for errors about operators and packages that they hold.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/package/package_registry.h"

namespace opdk {

// Returns the next step for an operator that no loaded package provides. `name` may have a framework's domain in front.
// Names the first refused package with the operator, and the reason of the refusal. A package has the operator if its
// bytes name it in operator information, as a prototype, or as a name that a framework's operator is mapped from. Reads
// files, and runs nothing of them.
std::string HowToProvide(const PackageRegistry& packages, std::string_view name);
// Returns which refused library holds the package of this name, and the reason of the refusal. "": none does.
std::string WhyRefused(const PackageRegistry& packages, std::string_view package);

}  // namespace opdk
