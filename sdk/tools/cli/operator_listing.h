// What `opdk list OPERATOR` says of one operator.
#pragma once

#include <string>

#include "graph_core/package/package_registry.h"

namespace opdk::cli {

// Its ports and attributes as the winning prototype declares them, and what each package brings of it. E2002 with "did
// you mean".
Status PrintOperatorListing(const std::string& type, const PackageRegistry& packages);

}  // namespace opdk::cli
