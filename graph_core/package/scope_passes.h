// The scope fusion passes that packages register.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

// What is registered and doesn't run: a name that another package has too (E5005), an entry of a package that was built
// when no such pass ran (E5006).
std::vector<Status> LeftOutScopePasses(const std::vector<std::unique_ptr<Package>>& packages);

}  // namespace opdk
