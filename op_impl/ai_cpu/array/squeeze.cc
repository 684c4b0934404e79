#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kSqueezeV3 = "SqueezeV3";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kSqueezeV3, CopyCpuKernel);

}  // namespace aicpu
