// The scope fusion passes that packages register.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

// Returns notes on registered passes that don't run. E5005: a package with precedence has a pass of this name. E5006:
// the package was built when no such pass ran.
std::vector<Status> LeftOutScopePasses(const std::vector<std::unique_ptr<Package>>& packages);

// Returns the passes in the order in which they run: by the packages' precedence, then by registration. Lists only the
// first of several passes with the same name.
std::vector<ScopePass> ScopePasses(const PackageRegistry& packages);

}  // namespace opdk
