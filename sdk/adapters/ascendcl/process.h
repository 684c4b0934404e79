// State that lasts from aclInit to aclFinalize.
#pragma once

#include <mutex>
#include <optional>

#include "opdk/packages.h"
#include "sdk/adapters/ascendcl/call.h"

namespace opdk::acl {

struct ProcessState {
  std::mutex mutex;
  std::optional<Packages> packages;  // nullopt: not initialised
};
// Returns the state of this process. Hold its mutex while you use it.
ProcessState& TheProcess();
// Checks that aclInit was called. ACL_ERROR_UNINITIALIZE: it wasn't.
Outcome CheckInitialized();
// Copies the packages that aclInit loaded. ACL_ERROR_UNINITIALIZE: it wasn't called.
Outcome ProcessPackages(std::optional<Packages>& packages);

}  // namespace opdk::acl
