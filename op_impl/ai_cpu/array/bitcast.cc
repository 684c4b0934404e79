#include "op_impl/ai_cpu/common/copy.h"

namespace aicpu {

static const char* const kBitcast = "Bitcast";

REGISTER_CPU_KERNEL(kBitcast, CopyCpuKernel);

}  // namespace aicpu
