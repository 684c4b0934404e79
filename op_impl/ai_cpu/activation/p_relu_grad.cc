// PReluGrad; sums in double.
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

class PReluGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const auto grads = opdk::Values<const T>(ctx.Input(0)), features = opdk::Values<const T>(ctx.Input(1));
      const auto weights = opdk::Values<const T>(ctx.Input(2));
      const auto dx = opdk::Values<T>(ctx.Output(0)), da = opdk::Values<T>(ctx.Output(1));
      std::vector<double> sums(da.size());
      const opdk::BroadcastPlan plan({opdk::DimsOf(ctx.Input(2))}, opdk::DimsOf(ctx.Input(1)));
      plan.ForEachRun(0, plan.total(), [&](const int64_t* at, int64_t first, int64_t run) {
        for (int64_t k = 0; k < run; ++k) {
          const auto i = static_cast<size_t>(first + k), w = static_cast<size_t>(at[0] + k * plan.run_step(0));
          const C x = static_cast<C>(features[i]), g = static_cast<C>(grads[i]);
          dx[i] = x > 0 ? grads[i] : static_cast<T>(static_cast<C>(weights[w]) * g);
          if (!(x > 0)) sums[w] += static_cast<double>(x) * static_cast<double>(g);
        }
      });
      for (size_t w = 0; w < da.size(); ++w) da[w] = static_cast<T>(static_cast<C>(sums[w]));
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(PReluGrad, PReluGradCpuKernel);

}  // namespace

}  // namespace aicpu
