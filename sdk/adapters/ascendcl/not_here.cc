// Functions about numbers of tasks, which offline models don't have.
#include "sdk/adapters/ascendcl/models.h"

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclmdlCreateAndGetOpDesc(uint32_t, uint32_t, uint32_t, char*, size_t, aclTensorDesc**, size_t*,
                                  aclTensorDesc**, size_t*) {
  return Call(__func__, [] {
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "tasks have no numbers: a failed run's error names the node");
  });
}
