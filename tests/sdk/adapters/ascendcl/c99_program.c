// The headers are C's, too.
#include "acl/acl.h"
#include "acl/acl_dump.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "acl/ops/acl_cblas.h"
#include "hccl/hccl.h"
#include "opdk/acl_kernel.h"

int c99_bytes_of_a_float(void);

int c99_bytes_of_a_float(void) {
  const int64_t dims[1] = {1};
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 1, dims, ACL_FORMAT_ND);
  const size_t bytes = aclGetTensorDescSize(desc);
  aclDestroyTensorDesc(desc);
  return (int)bytes;
}
