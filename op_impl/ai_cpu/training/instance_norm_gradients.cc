// Gradients of instance normalization; sums in double.
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Computes 1 / deviation with CANN's epsilon, whatever the forward pass has added.
double InstanceDeviation(double variance) { return 1 / std::sqrt(variance + 1e-6); }

// Calls visit(element of x, its statistic, its element of the other operand). The shapes of both broadcast to x's.
template <typename Visit>
void ForInstances(const CpuKernelContext& ctx, uint32_t statistic, uint32_t other, Visit&& visit) {
  const opdk::BroadcastPlan plan({opdk::DimsOf(ctx.Input(statistic)), opdk::DimsOf(ctx.Input(other))},
                                 opdk::DimsOf(ctx.Input(1)));
  plan.ForEachRun(0, plan.total(), [&](const int64_t* at, int64_t first, int64_t run) {
    for (int64_t i = 0; i < run; ++i) {
      visit(static_cast<size_t>(first + i), static_cast<size_t>(at[0] + i * plan.run_step(0)),
            static_cast<size_t>(at[1] + i * plan.run_step(1)));
    }
  });
}

void StoreFloats(const std::vector<double>& from, const Tensor* tensor) {
  const auto to = opdk::Values<float>(tensor);
  for (size_t i = 0; i < to.size(); ++i) to[i] = static_cast<float>(from[i]);
}

class INTrainingUpdateGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<double> dy = opdk::FloatValues(ctx.Input(0)), x = opdk::FloatValues(ctx.Input(1));
    const std::vector<double> variance = opdk::FloatValues(ctx.Input(2)), mean = opdk::FloatValues(ctx.Input(3));
    std::vector<double> gamma(mean.size()), beta(mean.size());
    ForInstances(ctx, 3, 3, [&](size_t i, size_t instance, size_t) {
      gamma[instance] += dy[i] * (x[i] - mean[instance]);
      beta[instance] += dy[i];
    });
    for (size_t i = 0; i < gamma.size(); ++i) gamma[i] *= InstanceDeviation(variance[i]);
    StoreFloats(gamma, ctx.Output(0));
    StoreFloats(beta, ctx.Output(1));
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(INTrainingUpdateGrad, INTrainingUpdateGradCpuKernel);

class INTrainingUpdateGradGammaBetaCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    for (const uint32_t port : {0U, 1U}) {
      const std::vector<double> from = opdk::FloatValues(ctx.Input(port));
      std::vector<double> sums(static_cast<size_t>(ctx.Output(port)->NumElements()));
      for (size_t i = 0; i < from.size(); ++i) sums[i % sums.size()] += from[i];
      StoreFloats(sums, ctx.Output(port));
    }
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(INTrainingUpdateGradGammaBeta, INTrainingUpdateGradGammaBetaCpuKernel);

class INTrainingReduceGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<double> dy = opdk::FloatValues(ctx.Input(0)), x = opdk::FloatValues(ctx.Input(1));
    const std::vector<double> variance = opdk::FloatValues(ctx.Input(2)), mean = opdk::FloatValues(ctx.Input(3));
    const std::vector<double> res_gamma = opdk::FloatValues(ctx.Input(4)), res_beta = opdk::FloatValues(ctx.Input(5));
    const std::vector<double> gamma = opdk::FloatValues(ctx.Input(6));
    const double n = mean.empty() ? 1 : static_cast<double>(x.size()) / static_cast<double>(mean.size());
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      const auto pd_x = opdk::Values<T>(ctx.Output(0));
      ForInstances(ctx, 3, 6, [&](size_t i, size_t instance, size_t scale) {
        const double r = InstanceDeviation(variance[instance]);
        const double slope = r * res_gamma[instance] / n;
        const double rest = dy[i] - res_beta[instance] / n - (x[i] - mean[instance]) * slope;
        pd_x[i] = static_cast<T>(static_cast<opdk::ComputeType<T>>(gamma[scale] * r * rest));
      });
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(INTrainingReduceGrad, INTrainingReduceGradCpuKernel);

}  // namespace

}  // namespace aicpu
