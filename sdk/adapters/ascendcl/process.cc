#include "sdk/adapters/ascendcl/process.h"

#include "acl/acl.h"

namespace opdk::acl {

ProcessState& TheProcess() {
  static ProcessState process;
  return process;
}

Outcome CheckInitialized() {
  const std::lock_guard lock(TheProcess().mutex);
  if (TheProcess().packages) return {};
  return Fail(ACL_ERROR_UNINITIALIZE, "aclInit was not called");
}

Outcome ProcessPackages(std::optional<Packages>& packages) {
  const std::lock_guard lock(TheProcess().mutex);
  if (!TheProcess().packages) return Fail(ACL_ERROR_UNINITIALIZE, "aclInit was not called");
  packages = TheProcess().packages;
  return {};
}

}  // namespace opdk::acl
