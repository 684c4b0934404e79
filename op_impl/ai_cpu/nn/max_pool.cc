#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

class MaxPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::MaxOfImages<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(MaxPool, MaxPoolCpuKernel);
OPDK_CPU_KERNEL(MaxPoolExt2, MaxPoolCpuKernel);
OPDK_CPU_KERNEL(MaxPoolV2, MaxPoolCpuKernel);
OPDK_CPU_KERNEL(MaxPoolV3, MaxPoolCpuKernel);
OPDK_CPU_KERNEL(MaxPool3D, MaxPoolCpuKernel);

}  // namespace

}  // namespace aicpu
