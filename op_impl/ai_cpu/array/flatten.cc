#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kFlatten = "Flatten";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kFlatten, CopyCpuKernel);

}  // namespace aicpu
