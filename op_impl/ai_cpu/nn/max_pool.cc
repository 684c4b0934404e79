#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

const char* const kMaxPool = "MaxPool";
const char* const kMaxPoolExt2 = "MaxPoolExt2";
const char* const kMaxPoolV2 = "MaxPoolV2";
const char* const kMaxPoolV3 = "MaxPoolV3";
const char* const kMaxPool3D = "MaxPool3D";

class MaxPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::MaxOfImages<T>(ctx); });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kMaxPool, MaxPoolCpuKernel);
REGISTER_CPU_KERNEL(kMaxPoolExt2, MaxPoolCpuKernel);
REGISTER_CPU_KERNEL(kMaxPoolV2, MaxPoolCpuKernel);
REGISTER_CPU_KERNEL(kMaxPoolV3, MaxPoolCpuKernel);
REGISTER_CPU_KERNEL(kMaxPool3D, MaxPoolCpuKernel);

}  // namespace aicpu
