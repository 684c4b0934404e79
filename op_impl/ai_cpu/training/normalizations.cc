// Steps of batch normalization and additions of a bias, channel by channel; sums in double.
#include <cmath>
#include <type_traits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/training/channels.h"

namespace aicpu {
namespace {

using opdk::Numbers;
using opdk::Results;

class BNTrainingReduceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const opdk::AxisRows rows(ctx.Input(0), 1);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        double sum = 0, squares = 0;
        opdk::ForChannel(rows, channel, [&](size_t i) {
          const auto value = static_cast<double>(x[i]);
          sum += value;
          squares += value * value;
        });
        Results(ctx, 0)[static_cast<size_t>(channel)] = static_cast<float>(sum);
        Results(ctx, 1)[static_cast<size_t>(channel)] = static_cast<float>(squares);
      });
    });
  }
};
OPDK_CPU_KERNEL(BNTrainingReduce, BNTrainingReduceCpuKernel);
OPDK_CPU_KERNEL(BN3DTrainingReduce, BNTrainingReduceCpuKernel);

// Computes y = (x - mean) * factor + offset in one channel.
template <typename T>
void Scale(const opdk::AxisRows& rows, int64_t channel, std::span<const T> x, std::span<T> y, float mean, float factor,
           float offset) {
  opdk::ForChannel(rows, channel,
                   [&](size_t i) { y[i] = static_cast<T>((static_cast<float>(x[i]) - mean) * factor + offset); });
}

// kRuns: has running statistics (inputs 5 and 6, outputs 1 and 2).
template <bool kRuns>
class UpdateCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const opdk::AxisRows rows(ctx.Input(0), 1);
      const auto n = static_cast<double>(rows.outer * rows.inner);
      const float epsilon = opdk::FloatAttr(ctx, "epsilon", 0), factor = opdk::FloatAttr(ctx, "factor", 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        const auto c = static_cast<size_t>(channel);
        const double exact = static_cast<double>(Numbers(ctx, 1)[c]) / n;
        const auto mean = static_cast<float>(exact);
        const auto variance = static_cast<float>(static_cast<double>(Numbers(ctx, 2)[c]) / n - exact * exact);
        const float slope = Numbers(ctx, 3)[c] / std::sqrt(variance + epsilon);
        Scale<T>(rows, channel, opdk::Values<const T>(ctx.Input(0)), opdk::Values<T>(ctx.Output(0)), mean, slope,
                 Numbers(ctx, 4)[c]);
        if constexpr (kRuns) {
          const float unbiased = n > 1 ? variance * static_cast<float>(n / (n - 1)) : 0.0F;
          Results(ctx, 1)[c] = mean * factor + Numbers(ctx, 5)[c] * (1 - factor);
          Results(ctx, 2)[c] = unbiased * factor + Numbers(ctx, 6)[c] * (1 - factor);
        }
        Results(ctx, kRuns ? 3 : 1)[c] = mean;
        Results(ctx, kRuns ? 4 : 2)[c] = variance;
      });
    });
  }
};

class BNTrainingUpdateGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto gradient = opdk::Values<const T>(ctx.Input(0)), x = opdk::Values<const T>(ctx.Input(1));
      const opdk::AxisRows rows(ctx.Input(0), 1);
      const float epsilon = opdk::FloatAttr(ctx, "epsilon", 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        const auto c = static_cast<size_t>(channel);
        const float mean = Numbers(ctx, 2)[c];
        double scale = 0, offset = 0;
        opdk::ForChannel(rows, channel, [&](size_t i) {
          const auto g = static_cast<float>(gradient[i]);
          scale += static_cast<double>(g * (static_cast<float>(x[i]) - mean));
          offset += static_cast<double>(g);
        });
        const double deviation = std::sqrt(static_cast<double>(Numbers(ctx, 3)[c] + epsilon));
        Results(ctx, 0)[c] = static_cast<float>(scale / deviation);
        Results(ctx, 1)[c] = static_cast<float>(offset);
      });
    });
  }
};
OPDK_CPU_KERNEL(BNTrainingUpdateGrad, BNTrainingUpdateGradCpuKernel);
OPDK_CPU_KERNEL(BN3DTrainingUpdateGrad, BNTrainingUpdateGradCpuKernel);

class BNTrainingReduceGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto gradient = opdk::Values<const T>(ctx.Input(0)), x = opdk::Values<const T>(ctx.Input(1));
      const auto y = opdk::Values<T>(ctx.Output(0));
      const opdk::AxisRows rows(ctx.Input(0), 1);
      const auto n = static_cast<float>(rows.outer * rows.inner);
      const float epsilon = opdk::FloatAttr(ctx, "epsilon", 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        const auto c = static_cast<size_t>(channel);
        const float mean = Numbers(ctx, 5)[c], r = 1 / std::sqrt(Numbers(ctx, 6)[c] + epsilon);
        const float slope = r * Numbers(ctx, 2)[c] / n, shift = Numbers(ctx, 3)[c] / n;
        const float factor = Numbers(ctx, 4)[c] * r;
        opdk::ForChannel(rows, channel, [&](size_t i) {
          const float rest = static_cast<float>(gradient[i]) - shift - (static_cast<float>(x[i]) - mean) * slope;
          y[i] = static_cast<T>(factor * rest);
        });
      });
    });
  }
};
OPDK_CPU_KERNEL(BNTrainingReduceGrad, BNTrainingReduceGradCpuKernel);
OPDK_CPU_KERNEL(BN3DTrainingReduceGrad, BNTrainingReduceGradCpuKernel);

class BNInferCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const opdk::AxisRows rows(ctx.Input(0), 1);
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      const std::vector<double> scale = opdk::FloatValues(ctx.Input(1)), offset = opdk::FloatValues(ctx.Input(2));
      const std::vector<double> mean = opdk::FloatValues(ctx.Input(3)), variance = opdk::FloatValues(ctx.Input(4));
      const double epsilon = opdk::FloatAttr(ctx, "epsilon", 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        const auto c = static_cast<size_t>(channel);
        const auto centre = static_cast<C>(mean[c]), shift = static_cast<C>(offset[c]);
        const auto factor = static_cast<C>(scale[c] / std::sqrt(variance[c] + epsilon));
        opdk::ForChannel(rows, channel,
                         [&](size_t i) { y[i] = static_cast<T>((static_cast<C>(x[i]) - centre) * factor + shift); });
      });
    });
  }
};
OPDK_CPU_KERNEL(BNInfer, BNInferCpuKernel);

class BNInferGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto gradient = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      const opdk::AxisRows rows(ctx.Input(0), 1);
      const float epsilon = opdk::FloatAttr(ctx, "epsilon", 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        const auto c = static_cast<size_t>(channel);
        const float factor = Numbers(ctx, 1)[c] / std::sqrt(Numbers(ctx, 2)[c] + epsilon);
        opdk::ForChannel(rows, channel,
                         [&](size_t i) { y[i] = static_cast<T>(static_cast<float>(gradient[i]) * factor); });
      });
    });
  }
};
OPDK_CPU_KERNEL(BNInferGrad, BNInferGradCpuKernel);

class BiasAddCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::WrappingType<T>;
      const auto x = opdk::Values<const T>(ctx.Input(0)), bias = opdk::Values<const T>(ctx.Input(1));
      const auto y = opdk::Values<T>(ctx.Output(0));
      const opdk::AxisRows rows = opdk::ChannelRows(ctx, 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        const C shift = static_cast<C>(bias[static_cast<size_t>(channel)]);
        opdk::ForChannel(rows, channel, [&](size_t i) { y[i] = static_cast<T>(static_cast<C>(x[i]) + shift); });
      });
    });
  }
};
OPDK_CPU_KERNEL(BiasAdd, BiasAddCpuKernel);

class BiasAddGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::WideType<T>;
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      const opdk::AxisRows rows = opdk::ChannelRows(ctx, 0);
      return opdk::ForChannels(ctx, rows, [&](int64_t channel) {
        C sum = 0;
        opdk::ForChannel(rows, channel, [&](size_t i) { sum += static_cast<C>(x[i]); });
        if constexpr (std::is_integral_v<T>) {
          y[static_cast<size_t>(channel)] = static_cast<T>(sum);
        } else {
          y[static_cast<size_t>(channel)] = static_cast<T>(static_cast<opdk::ComputeType<T>>(sum));
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(BiasAddGrad, BiasAddGradCpuKernel);

using BNTrainingUpdateCpuKernel = UpdateCpuKernel<true>;
OPDK_CPU_KERNEL(BNTrainingUpdate, BNTrainingUpdateCpuKernel);
OPDK_CPU_KERNEL(BNTrainingUpdateV2, UpdateCpuKernel<false>);
OPDK_CPU_KERNEL(BN3DTrainingUpdate, BNTrainingUpdateCpuKernel);

}  // namespace

}  // namespace aicpu
