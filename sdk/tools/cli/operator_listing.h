// The description of one operator that `opdk list OPERATOR` prints.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"

namespace opdk::cli {

// Prints ports and attributes as the winning prototype declares them, and each package's parts of the operator. E2002
// with "did you mean".
Status PrintOperatorListing(const std::string& type, const PackageRegistry& packages);

// Returns the row of a port for such a table: `what` ("input", "output"), its name, "optional", "dynamic" or nothing,
// its types.
std::vector<std::string> PortRow(const char* what, const std::string& name, PortKind kind, const std::string& types);

}  // namespace opdk::cli
