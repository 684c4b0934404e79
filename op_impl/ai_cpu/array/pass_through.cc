#include "op_impl/ai_cpu/common/copy.h"

namespace aicpu {

OPDK_CPU_KERNEL(Snapshot, CopyCpuKernel);
OPDK_CPU_KERNEL(StopGradient, CopyCpuKernel);
OPDK_CPU_KERNEL(PreventGradient, CopyCpuKernel);
OPDK_CPU_KERNEL(GuaranteeConst, CopyCpuKernel);
OPDK_CPU_KERNEL(TensorMove, CopyCpuKernel);
OPDK_CPU_KERNEL(TensorRedirect, CopyCpuKernel);
OPDK_CPU_KERNEL(PlaceholderWithDefault, CopyCpuKernel);
OPDK_CPU_KERNEL(EnsureShape, CopyCpuKernel);

}  // namespace aicpu
