#include "op_impl/ai_cpu/nn/pooling.h"

namespace {

uint32_t ComputeNorms(const aicpu::CpuKernelContext& ctx, const opdk::Window& window, double p) {
  return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
    const auto y = opdk::Values<T>(ctx.Output(0));
    return opdk::ForEachWindow<T>(ctx, window, [&](const T* in, int64_t, int64_t position, size_t to) {
      double sum = 0;
      opdk::ForEachInside(window, position,
                          [&](int64_t, int64_t at) { sum += std::pow(std::fabs(static_cast<double>(in[at])), p); });
      y[to] = static_cast<T>(std::pow(sum, 1 / p));
    });
  });
}

}  // namespace

namespace aicpu {

class LpPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return ComputeNorms(ctx, opdk::PoolWindow(ctx), static_cast<double>(opdk::IntAttr(ctx, "p", 2)));
  }
};
OPDK_CPU_KERNEL(LpPool, LpPoolCpuKernel);

class GlobalLpPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return ComputeNorms(ctx, opdk::GlobalWindow(ctx), static_cast<double>(opdk::FloatAttr(ctx, "p", 2)));
  }
};
OPDK_CPU_KERNEL(GlobalLpPool, GlobalLpPoolCpuKernel);

}  // namespace aicpu
