#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

class RmsNormCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Normalize<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Normalize(const CpuKernelContext& ctx) {
    using C = opdk::ComputeType<T>;
    const int64_t extent = ctx.Input(1)->NumElements();
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const size_t normalized = opdk::DimsOf(ctx.Input(1)).size();
    const int64_t rows = opdk::Product(std::span(dims).first(dims.size() - normalized));
    const double epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-6f);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    const T* gamma = opdk::Values<const T>(ctx.Input(1)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const auto rstd = opdk::Values<float>(ctx.Output(1));
    return opdk::ParallelRange(ctx, rows, extent * 3, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const T* from = x + row * extent;
        T* to = y + row * extent;
        double squares = 0;
        for (int64_t i = 0; i < extent; ++i) {
          const auto value = static_cast<double>(from[i]);
          squares += value * value;
        }
        const double factor = 1 / std::sqrt(squares / static_cast<double>(extent) + epsilon);
        for (int64_t i = 0; i < extent; ++i) {
          to[i] = static_cast<T>(static_cast<C>(from[i]) * static_cast<C>(factor) * static_cast<C>(gamma[i]));
        }
        if (!rstd.empty()) rstd[static_cast<size_t>(row)] = static_cast<float>(factor);
      }
    });
  }
};
OPDK_CPU_KERNEL(RmsNorm, RmsNormCpuKernel);

}  // namespace

}  // namespace aicpu
