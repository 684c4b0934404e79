#include "op_impl/ai_cpu/nn/pooling.h"

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

const char* const kPooling = "Pooling";

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

}  // namespace

REGISTER_CPU_KERNEL(kPooling, PoolingCpuKernel);

}  // namespace aicpu
