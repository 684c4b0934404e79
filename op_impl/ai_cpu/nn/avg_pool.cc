#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

template <bool kVolumes>
class MeanKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::MeanOfImages<T>(ctx, opdk::MeanDivisor::Of(ctx, kVolumes));
    });
  }
};

using AvgPoolCpuKernel = MeanKernel<false>;
OPDK_CPU_KERNEL(AvgPool, AvgPoolCpuKernel);
OPDK_CPU_KERNEL(AvgPoolV2, AvgPoolCpuKernel);
using AvgPool3DCpuKernel = MeanKernel<true>;
OPDK_CPU_KERNEL(AvgPool3D, AvgPool3DCpuKernel);
OPDK_CPU_KERNEL(AvgPool3DD, AvgPool3DCpuKernel);

// The type of sums. Integers wrap around.
template <typename T>
using SumType = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;

template <typename T>
T Divided(SumType<T> sum, int64_t divisor) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<int64_t>(sum) / divisor);
  return static_cast<T>(static_cast<opdk::ComputeType<T>>(static_cast<double>(sum) / static_cast<double>(divisor)));
}

class AvgPool1DCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> in = opdk::DimsOf(ctx.Input(0)), out = opdk::DimsOf(ctx.Output(0));
    const std::vector<int64_t> pads = opdk::ListIntAttr(ctx, "pads");
    const opdk::Window window = {
        {in.back()}, {out.back()}, {opdk::IntAttr(ctx, "ksize", 1)}, {opdk::IntAttr(ctx, "strides", 1)},
        {1},         {pads[0]}};
    const bool counts_padding = opdk::BoolAttr(ctx, "count_include_pad", false);
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto y = opdk::Values<T>(ctx.Output(0));
      return opdk::ForEachWindow<T>(ctx, window, [&](const T* row, int64_t, int64_t position, size_t to) {
        SumType<T> sum = 0;
        int64_t count = 0;
        opdk::ForEachInside(window, position, [&](int64_t, int64_t at) {
          sum += static_cast<SumType<T>>(row[at]);
          ++count;
        });
        if (counts_padding) count = opdk::PaddedCount(window, {pads[1]}, position);
        y[to] = Divided<T>(sum, count);
      });
    });
  }
};
OPDK_CPU_KERNEL(AvgPool1D, AvgPool1DCpuKernel);
OPDK_CPU_KERNEL(AvgPool1DD, AvgPool1DCpuKernel);

}  // namespace

}  // namespace aicpu
