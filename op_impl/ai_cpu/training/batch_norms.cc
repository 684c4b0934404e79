// Batch normalization, channel by channel; statistics in double and in two passes.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/training/channels.h"

namespace aicpu {
namespace {

// Computes the mean and the variance of a channel of `n` elements.
template <typename T>
std::pair<double, double> Statistics(std::span<const T> x, const opdk::AxisRows& rows, int64_t channel, double n) {
  double mean = 0, variance = 0;
  opdk::ForChannel(rows, channel, [&](size_t i) { mean += static_cast<double>(x[i]); });
  mean /= n;
  opdk::ForChannel(rows, channel, [&](size_t i) {
    const double difference = static_cast<double>(x[i]) - mean;
    variance += difference * difference;
  });
  return {mean, variance / n};
}

class BatchNormCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Input(0)->GetDataType() == DT_DOUBLE) return Run<double, double>(ctx);
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Run<T, float>(ctx); });
  }

 private:
  // Normalizes x. `S`: the type of the parameters and the statistics.
  template <typename T, typename S>
  static uint32_t Run(const CpuKernelContext& ctx) {
    if (ctx.GetOutputsSize() > 5) {
      for (S& reserved : opdk::Values<S>(ctx.Output(5))) reserved = 0;
    }
    const auto x = opdk::Values<const T>(ctx.Input(0));
    const auto y = opdk::Values<T>(ctx.Output(0));
    const auto given = [&](uint32_t input, size_t c) { return opdk::Values<const S>(ctx.Input(input))[c]; };
    const opdk::AxisRows rows = opdk::ChannelRows(ctx, 0);
    const auto n = static_cast<double>(rows.outer * rows.inner);
    const bool training = opdk::BoolAttr(ctx, "is_training", true);
    const double epsilon = opdk::FloatAttr(ctx, "epsilon", 0.0001F);
    const float share = training ? opdk::FloatAttr(ctx, "exponential_avg_factor", 1) : 1;
    return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
      const auto c = static_cast<size_t>(channel);
      const auto [mean, variance] =
          training ? Statistics(x, rows, channel, n) : std::pair<double, double>(given(3, c), given(4, c));
      const double factor = given(1, c) / std::sqrt(variance + epsilon), centre = mean, offset = given(2, c);
      opdk::ForChannel(rows, channel, [&](size_t i) {
        y[i] = static_cast<T>(static_cast<S>((static_cast<double>(x[i]) - centre) * factor + offset));
      });
      double batch[] = {mean, variance};
      if (training) batch[1] = n > 1 ? variance * n / (n - 1) : 0;
      for (uint32_t i = 0; i < 2; ++i) {
        if (share != 1) batch[i] = batch[i] * share + given(3 + i, c) * (1 - share);
        opdk::Values<S>(ctx.Output(1 + i))[c] = static_cast<S>(batch[i]);
        opdk::Values<S>(ctx.Output(3 + i))[c] = static_cast<S>(i == 0 ? mean : variance);
      }
    });
  }
};
OPDK_CPU_KERNEL(BatchNorm, BatchNormCpuKernel);
OPDK_CPU_KERNEL(BatchNorm3D, BatchNormCpuKernel);

}  // namespace

}  // namespace aicpu
