#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {

class RangeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using RangeTypes = opdk::Types<float, opdk::Half, opdk::BFloat16, double, int16_t, int32_t, int64_t>;
    return opdk::Dispatch(RangeTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const auto start = static_cast<C>(*static_cast<const T*>(ctx.Input(0)->GetData()));
      const auto delta = static_cast<C>(*static_cast<const T*>(ctx.Input(2)->GetData()));
      const auto y = opdk::Values<T>(ctx.Output(0));
      for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<T>(start + static_cast<C>(i) * delta);
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(Range, RangeCpuKernel);

}  // namespace aicpu
