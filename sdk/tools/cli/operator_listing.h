// What `opdk list OPERATOR` says of one operator.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"

namespace opdk::cli {

// Its ports and attributes as the winning prototype declares them, and what each package brings of it. E2002 with "did
// you mean".
Status PrintOperatorListing(const std::string& type, const PackageRegistry& packages);

// The row of a port in such a table: what it is, its name, "optional", "dynamic" or nothing, its types.
std::vector<std::string> PortRow(const char* what, const std::string& name, PortKind kind, const std::string& types);

}  // namespace opdk::cli
