#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kSqueeze = "Squeeze";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kSqueeze, CopyCpuKernel);

}  // namespace aicpu
