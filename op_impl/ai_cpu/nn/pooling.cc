#include "op_impl/ai_cpu/nn/pooling.h"

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

class PoolingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const DataType type = ctx.Input(0)->GetDataType();
    if (type == DT_INT8) return opdk::MaxOfImages<int8_t, int32_t>(ctx);
    return opdk::Dispatch(opdk::FloatTypes(), type, [&]<typename T>() {
      const bool maximum = opdk::IntAttr(ctx, "mode", 0) == 0;
      return maximum ? opdk::MaxOfImages<T>(ctx) : opdk::MeanOfImages<T>(ctx, opdk::MeanDivisor(false));
    });
  }
};
OPDK_CPU_KERNEL(Pooling, PoolingCpuKernel);

}  // namespace

}  // namespace aicpu
