#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kIdentity = "Identity";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kIdentity, CopyCpuKernel);

}  // namespace aicpu
