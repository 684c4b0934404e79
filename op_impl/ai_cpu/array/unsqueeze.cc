#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kUnsqueeze = "Unsqueeze";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kUnsqueeze, CopyCpuKernel);

}  // namespace aicpu
