#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

// Clips x to the bounds. A bound of NaN makes its elements NaN; min and max would ignore it.
template <typename C>
C Clipped(C x, C low, C high) {
  if (low != low || high != high) return low + high;
  return std::min(std::max(x, low), high);
}

// Bounds that differ from element to element.
template <typename C>
uint32_t ClipEach(const CpuKernelContext& ctx, std::vector<int64_t> min_dims, std::vector<int64_t> max_dims) {
  const opdk::ConvertedInput<C> x(ctx.Input(0)), low(ctx.Input(1)), high(ctx.Input(2));
  const opdk::ConvertedOutput<C> y(ctx.Output(0));
  if (ctx.Input(1)->NumElements() == 1) min_dims.clear();
  if (ctx.Input(2)->NumElements() == 1) max_dims.clear();
  const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
  const opdk::BroadcastPlan plan({dims, min_dims, max_dims}, dims);
  return opdk::ParallelRange(ctx, plan.total(), 3, [&](int64_t begin, int64_t end) {
    opdk::ConvertedBlock<C> block;
    opdk::RunOperand<C> values(x, plan.run_step(0)), lows(low, plan.run_step(1)), highs(high, plan.run_step(2));
    plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
      values.Begin(at[0], count);
      lows.Begin(at[1], count);
      highs.Begin(at[2], count);
      for (int64_t done = 0; done < count; done += opdk::kConvertedBlock) {
        const int64_t next = std::min(opdk::kConvertedBlock, count - done);
        const C *value = values.Next(done, next), *least = lows.Next(done, next), *most = highs.Next(done, next);
        C* results = y.Place(first + done, block);
        for (int64_t i = 0; i < next; ++i) results[i] = Clipped<C>(value[i], least[i], most[i]);
        y.Write(first + done, next, results);
      }
    });
  });
}

template <typename C>
uint32_t Clip(CpuKernelContext& ctx) {
  if (ctx.Input(1)->NumElements() != 1 || ctx.Input(2)->NumElements() != 1) {
    return ClipEach<C>(ctx, opdk::DimsOf(ctx.Input(1)), opdk::DimsOf(ctx.Input(2)));
  }
  const C low = opdk::ConvertedInput<C>(ctx.Input(1)).At(0), high = opdk::ConvertedInput<C>(ctx.Input(2)).At(0);
  return opdk::MapElements<C, C>(ctx, 2, [=](C x) { return Clipped<C>(x, low, high); });
}

class ClipByValueCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::NumberTypes(), ctx.Input(0)->GetDataType(),
                                    [&]<typename C>() { return Clip<C>(ctx); });
  }
};
OPDK_CPU_KERNEL(ClipByValue, ClipByValueCpuKernel);

OPDK_CPU_KERNEL(ClipByValueV2, ClipByValueCpuKernel);

}  // namespace

}  // namespace aicpu
