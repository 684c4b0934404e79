// Gradients of batch normalization, channel by channel; sums in double.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/training/channels.h"

namespace aicpu {
namespace {

class BatchNormGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    for (const uint32_t reserved : {3U, 4U}) {
      for (float& value : opdk::Values<float>(ctx.Output(reserved))) value = 0;
    }
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Run<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx) {
    const auto gradient = opdk::Values<const T>(ctx.Input(0)), x = opdk::Values<const T>(ctx.Input(1));
    const auto x_backprop = opdk::Values<T>(ctx.Output(0));
    const auto given = [&](uint32_t input, size_t c) {
      return static_cast<double>(opdk::Values<const float>(ctx.Input(input))[c]);
    };
    const opdk::AxisRows rows = opdk::ChannelRows(ctx, 1);
    const auto n = static_cast<double>(rows.outer * rows.inner);
    const double epsilon = opdk::FloatAttr(ctx, "epsilon", 0.0001F);
    const bool training = opdk::BoolAttr(ctx, "is_training", true);
    return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
      const auto c = static_cast<size_t>(channel);
      const double mean = given(3, c), r = 1 / std::sqrt(given(4, c) + epsilon);
      double scale = 0, offset = 0;
      opdk::ForChannel(rows, channel, [&](size_t i) {
        const auto g = static_cast<double>(gradient[i]);
        scale += g * (static_cast<double>(x[i]) - mean);
        offset += g;
      });
      scale *= r;
      opdk::Values<float>(ctx.Output(1))[c] = static_cast<float>(scale);
      opdk::Values<float>(ctx.Output(2))[c] = static_cast<float>(offset);
      const double factor = given(2, c) * r, slope = r * scale / n, shift = offset / n;
      opdk::ForChannel(rows, channel, [&](size_t i) {
        auto rest = static_cast<double>(gradient[i]);
        if (training) rest -= shift + (static_cast<double>(x[i]) - mean) * slope;
        x_backprop[i] = static_cast<T>(static_cast<float>(factor * rest));
      });
    });
  }
};
OPDK_CPU_KERNEL(BatchNormGrad, BatchNormGradCpuKernel);
OPDK_CPU_KERNEL(BatchNorm3DGrad, BatchNormGradCpuKernel);
OPDK_CPU_KERNEL(BatchNormGradExt2, BatchNormGradCpuKernel);

}  // namespace

}  // namespace aicpu
