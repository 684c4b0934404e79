#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kUnsqueezeV3 = "UnsqueezeV3";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kUnsqueezeV3, CopyCpuKernel);

}  // namespace aicpu
