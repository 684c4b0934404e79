// State that lasts from aclInit to aclFinalize.
#pragma once

#include <memory>
#include <optional>

#include "graph_core/acl/call.h"
#include "opdk/packages.h"

namespace opdk::acl {

// Checks that aclInit was called. ACL_ERROR_UNINITIALIZE: it wasn't.
Outcome CheckInitialized();
Outcome ProcessPackages(std::optional<Packages>& packages);

}  // namespace opdk::acl
