// Steps of instance normalization, one instance and channel after the other; sums in double.
#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/training/channels.h"

namespace aicpu {
namespace {

// x as planes, one for each instance and channel.
struct Planes {
  explicit Planes(const Tensor* x) {
    const std::vector<int64_t> dims = opdk::DimsOf(x);
    count = dims[0] * dims[1];
    size = opdk::Product(std::span(dims).subspan(2));
  }
  int64_t count, size;
};

using opdk::Numbers;
using opdk::Results;

class INTrainingReduceV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Planes planes(ctx.Input(0));
    return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      return opdk::ParallelRange(ctx, planes.count, planes.size, [&](int64_t begin, int64_t end) {
        for (int64_t plane = begin; plane < end; ++plane) {
          double sum = 0, squares = 0;
          for (int64_t i = 0; i < planes.size; ++i) {
            const auto value = static_cast<double>(x[static_cast<size_t>(plane * planes.size + i)]);
            sum += value;
            squares += value * value;
          }
          Results(ctx, 0)[static_cast<size_t>(plane)] = static_cast<float>(sum);
          Results(ctx, 1)[static_cast<size_t>(plane)] = static_cast<float>(squares);
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(INTrainingReduceV2, INTrainingReduceV2CpuKernel);

// Computes y = (x - mean) / deviation * gamma + beta. `statistics` gives each plane's mean and deviation. gamma and
// beta are the inputs `gamma` and `gamma` + 1.
template <typename Statistics>
uint32_t Normalize(const CpuKernelContext& ctx, uint32_t gamma, const Statistics& statistics) {
  const Planes planes(ctx.Input(0));
  return opdk::Dispatch(opdk::StatisticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
    const auto x = opdk::Values<const T>(ctx.Input(0));
    const auto y = opdk::Values<T>(ctx.Output(0));
    const auto factors = Numbers(ctx, gamma), shifts = Numbers(ctx, gamma + 1);
    return opdk::ParallelRange(ctx, planes.count, planes.size, [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const auto at = static_cast<size_t>(plane);
        const auto [mean, deviation] = statistics(at, planes.size);
        // One number for each channel serves all instances.
        const float factor = (factors.empty() ? 1.0F : factors[at % factors.size()]) / deviation;
        const float shift = shifts.empty() ? 0.0F : shifts[at % shifts.size()];
        for (int64_t i = plane * planes.size; i < (plane + 1) * planes.size; ++i) {
          const auto element = static_cast<size_t>(i);
          y[element] = static_cast<T>((static_cast<float>(x[element]) - mean) * factor + shift);
        }
      }
    });
  });
}

struct PlaneStatistics {
  float mean, deviation;
};

class INTrainingUpdateV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-5F), momentum = opdk::FloatAttr(ctx, "momentum", 0.1F);
    const auto sum = Numbers(ctx, 1), squares = Numbers(ctx, 2), mean = Numbers(ctx, 5), variance = Numbers(ctx, 6);
    return Normalize(ctx, 3, [&](size_t plane, int64_t size) {
      const auto n = static_cast<double>(size);
      const double exact = static_cast<double>(sum[plane]) / n;
      const auto centre = static_cast<float>(exact);
      const auto spread = static_cast<float>(static_cast<double>(squares[plane]) / n - exact * exact);
      float kept_mean = centre, kept_variance = spread;
      if (!mean.empty()) {
        const float unbiased = n > 1 ? spread * static_cast<float>(n / (n - 1)) : 0.0F;
        kept_mean = centre * momentum + mean[plane] * (1 - momentum);
        kept_variance = unbiased * momentum + variance[plane] * (1 - momentum);
      }
      Results(ctx, 1)[plane] = kept_mean;
      Results(ctx, 2)[plane] = kept_variance;
      return PlaneStatistics{centre, std::sqrt(spread + epsilon)};
    });
  }
};
OPDK_CPU_KERNEL(INTrainingUpdateV2, INTrainingUpdateV2CpuKernel);

// INInferV2, or with the square root given INInferV2D.
template <bool kRootGiven>
class INInferCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-5F);
    const auto mean = Numbers(ctx, 3), variance = Numbers(ctx, 4);
    std::copy(mean.begin(), mean.end(), Results(ctx, 1).begin());
    std::copy(variance.begin(), variance.end(), Results(ctx, 2).begin());
    return Normalize(ctx, 1, [&](size_t plane, int64_t) {
      return PlaneStatistics{mean[plane], kRootGiven ? Numbers(ctx, 5)[plane] : std::sqrt(variance[plane] + epsilon)};
    });
  }
};
OPDK_CPU_KERNEL(INInferV2, INInferCpuKernel<false>);
OPDK_CPU_KERNEL(INInferV2D, INInferCpuKernel<true>);

}  // namespace

}  // namespace aicpu
