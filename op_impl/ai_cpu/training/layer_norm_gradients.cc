// Gradients of layer normalization, row by row; sums in double.
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

using LayerNormTypes = opdk::Types<float, opdk::Half, opdk::BFloat16>;

// The inputs from 0 on: dy, x, variance or rstd, mean. A statistic stands for one row, and rows follow each other.
struct NormalizedRows {
  NormalizedRows(const CpuKernelContext& ctx, bool inverted)
      : dy(opdk::FloatValues(ctx.Input(0))),
        x(opdk::FloatValues(ctx.Input(1))),
        rstd(opdk::FloatValues(ctx.Input(2))),
        mean(opdk::FloatValues(ctx.Input(3))) {
    constexpr double kEpsilon = 1e-12;  // CANN's, whatever the forward pass has added
    if (!inverted) {
      for (double& value : rstd) value = 1 / std::sqrt(value + kEpsilon);
    }
    extent = mean.empty() ? 0 : x.size() / mean.size();
    normalized.resize(x.size());
    for (size_t i = 0; i < x.size(); ++i) normalized[i] = (x[i] - mean[i / extent]) * rstd[i / extent];
  }

  std::vector<double> dy, x, rstd, mean, normalized;
  size_t extent = 0;
};

void LayerNormInput(const CpuKernelContext& ctx, const NormalizedRows& rows) {
  const std::vector<double> gamma = opdk::FloatValues(ctx.Input(4));
  (void)opdk::Dispatch(LayerNormTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
    const auto pd_x = opdk::Values<T>(ctx.Output(0));
    const auto cost = static_cast<int64_t>(8 * rows.extent);
    return opdk::ParallelRange(ctx, static_cast<int64_t>(rows.mean.size()), cost, [&](int64_t begin, int64_t end) {
      for (auto row = static_cast<size_t>(begin); row < static_cast<size_t>(end); ++row) {
        const size_t first = row * rows.extent;
        double sum = 0, slope = 0;
        for (size_t i = first; i < first + rows.extent; ++i) {
          const double gradient = rows.dy[i] * gamma[i % gamma.size()];
          sum += gradient;
          slope += gradient * rows.normalized[i];
        }
        const auto n = static_cast<double>(rows.extent);
        for (size_t i = first; i < first + rows.extent; ++i) {
          const double gradient = rows.dy[i] * gamma[i % gamma.size()];
          pd_x[i] = static_cast<T>(
              static_cast<float>(rows.rstd[row] * (gradient - sum / n - rows.normalized[i] * slope / n)));
        }
      }
    });
  });
}

// Computes pd_gamma and pd_beta, the outputs `first` and `first` + 1.
uint32_t LayerNormParameters(const CpuKernelContext& ctx, const std::vector<double>& dy,
                             const std::vector<double>& normalized, uint32_t first) {
  const auto count = static_cast<size_t>(ctx.Output(first)->NumElements());
  return opdk::Dispatch(LayerNormTypes(), ctx.Output(first)->GetDataType(), [&]<typename T>() {
    const auto pd_gamma = opdk::Values<T>(ctx.Output(first)), pd_beta = opdk::Values<T>(ctx.Output(first + 1));
    for (size_t at = 0; at < count; ++at) {
      double gamma = 0, beta = 0;
      for (size_t i = at; i < dy.size(); i += count) {
        gamma += dy[i] * normalized[i];
        beta += dy[i];
      }
      pd_gamma[at] = static_cast<T>(static_cast<float>(gamma));
      pd_beta[at] = static_cast<T>(static_cast<float>(beta));
    }
    return opdk::kKernelOk;
  });
}

template <bool kInverted>
class LayerNormGradOf : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const NormalizedRows rows(ctx, kInverted);
    LayerNormInput(ctx, rows);
    return LayerNormParameters(ctx, rows.dy, rows.normalized, 1);
  }
};

template <bool kInverted, bool kHandsOn>
class LayerNormXBackpropOf : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const NormalizedRows rows(ctx, kInverted);
    LayerNormInput(ctx, rows);
    if constexpr (kHandsOn) {
      const auto handed = opdk::Values<float>(ctx.Output(1));
      for (size_t i = 0; i < handed.size(); ++i) handed[i] = static_cast<float>(rows.normalized[i]);
    }
    return opdk::kKernelOk;
  }
};

class LayerNormBetaGammaBackpropCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const NormalizedRows rows(ctx, false);
    return LayerNormParameters(ctx, rows.dy, rows.normalized, 0);
  }
};
OPDK_CPU_KERNEL(LayerNormBetaGammaBackprop, LayerNormBetaGammaBackpropCpuKernel);

class LayerNormBetaGammaBackpropV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return LayerNormParameters(ctx, opdk::FloatValues(ctx.Input(0)), opdk::FloatValues(ctx.Input(1)), 0);
  }
};
OPDK_CPU_KERNEL(LayerNormBetaGammaBackpropV2, LayerNormBetaGammaBackpropV2CpuKernel);

OPDK_CPU_KERNEL(LayerNormGrad, LayerNormGradOf<false>);
OPDK_CPU_KERNEL(LayerNormGradV3, LayerNormGradOf<true>);
OPDK_CPU_KERNEL(LayerNormXBackprop, LayerNormXBackpropOf<false, false>);
OPDK_CPU_KERNEL(LayerNormXBackpropV2, LayerNormXBackpropOf<false, true>);
OPDK_CPU_KERNEL(LayerNormXBackpropV3, LayerNormXBackpropOf<true, true>);

}  // namespace

}  // namespace aicpu
