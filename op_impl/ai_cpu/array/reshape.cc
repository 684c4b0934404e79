#include "op_impl/ai_cpu/common/copy.h"

namespace aicpu {

OPDK_CPU_KERNEL(Reshape, CopyCpuKernel);

}  // namespace aicpu
