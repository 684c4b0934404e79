#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

template <bool kMax>
class RunningExtremesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Input(0), opdk::IntAttr(ctx, kMax ? "dim" : "axis", 0));
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Run<T>(ctx, rows); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx, const opdk::AxisRows& rows) {
    using C = opdk::ComputeType<T>;
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    int32_t* indices = opdk::Values<int32_t>(ctx.Output(1)).data();
    const int64_t count = rows.extent == 0 ? 0 : rows.count();
    return opdk::ParallelRange(ctx, count, rows.extent * 2, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        int64_t at = rows.Offset(row);
        T best = x[at];
        int32_t place = 0;
        for (int32_t i = 0; i < rows.extent; ++i, at += rows.inner) {
          const C value = static_cast<C>(x[at]), so_far = static_cast<C>(best);
          const bool beats = kMax ? value >= so_far : value <= so_far;
          // NaN differs from itself, and nothing beats it.
          if (beats || value != value) {
            best = x[at];
            place = i;
          }
          y[at] = best;
          indices[at] = place;
        }
      }
    });
  }
};
OPDK_CPU_KERNEL(Cummax, RunningExtremesCpuKernel<true>);
OPDK_CPU_KERNEL(Cummin, RunningExtremesCpuKernel<false>);

}  // namespace

}  // namespace aicpu
