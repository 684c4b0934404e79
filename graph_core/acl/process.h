// What lasts from aclInit to aclFinalize.
#pragma once

#include <memory>
#include <optional>

#include "graph_core/acl/call.h"
#include "opdk/packages.h"

namespace opdk::acl {

// ACL_ERROR_UNINITIALIZE before aclInit.
Outcome CheckInitialized();
Outcome ProcessPackages(std::optional<Packages>& packages);

}  // namespace opdk::acl
