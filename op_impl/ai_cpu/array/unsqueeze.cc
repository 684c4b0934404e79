#include "op_impl/ai_cpu/common/copy.h"

namespace aicpu {

OPDK_CPU_KERNEL(UnsqueezeV3, CopyCpuKernel);

}  // namespace aicpu
