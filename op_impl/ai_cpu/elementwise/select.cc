#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

// With kRows, a condition of rank 1 may have one entry for each row of x, whose first axis it then belongs to.
template <bool kRows>
class ChoosingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchBySize(ctx.Output(0)->GetDataType(), [&]<typename T>() { return Choose<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Choose(const CpuKernelContext& ctx) {
    std::vector<int64_t> rows = opdk::DimsOf(ctx.Input(0));
    if (kRows && rows.size() == 1) rows.resize(std::max<size_t>(1, opdk::DimsOf(ctx.Output(0)).size()), 1);
    const opdk::BroadcastPlan plan({rows, opdk::DimsOf(ctx.Input(1)), opdk::DimsOf(ctx.Input(2))},
                                   opdk::DimsOf(ctx.Output(0)));
    const bool* condition = opdk::Values<const bool>(ctx.Input(0)).data();
    const T* x1 = opdk::Values<const T>(ctx.Input(1)).data();
    const T* x2 = opdk::Values<const T>(ctx.Input(2)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    return opdk::ParallelRange(ctx, plan.total(), 2, [&](int64_t begin, int64_t end) {
      plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
          const T chosen1 = x1[at[1] + i * plan.run_step(1)];
          const T chosen2 = x2[at[2] + i * plan.run_step(2)];
          y[first + i] = condition[at[0] + i * plan.run_step(0)] ? chosen1 : chosen2;
        }
      });
    });
  }
};

OPDK_CPU_KERNEL(SelectV2, ChoosingCpuKernel<false>);
OPDK_CPU_KERNEL(Select, ChoosingCpuKernel<true>);

}  // namespace

}  // namespace aicpu
