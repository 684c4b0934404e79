#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kReshape = "Reshape";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kReshape, CopyCpuKernel);

}  // namespace aicpu
