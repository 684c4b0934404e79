#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kClipByValue = "ClipByValue";
const char* const kClipByValueV2 = "ClipByValueV2";

// Clips x to the bounds. A bound of NaN makes its elements NaN; min and max would ignore it.
template <typename C>
C Clipped(C x, C low, C high) {
  if (low != low || high != high) return low + high;
  return std::min(std::max(x, low), high);
}

// Bounds that differ from element to element.
template <typename T>
uint32_t ClipEach(const CpuKernelContext& ctx, std::vector<int64_t> min_dims, std::vector<int64_t> max_dims) {
  using C = opdk::ComputeType<T>;
  const auto x = opdk::Values<const T>(ctx.Input(0)), low = opdk::Values<const T>(ctx.Input(1));
  const auto high = opdk::Values<const T>(ctx.Input(2));
  const auto y = opdk::Values<T>(ctx.Output(0));
  if (low.size() == 1) min_dims.clear();
  if (high.size() == 1) max_dims.clear();
  const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
  const opdk::BroadcastPlan plan({dims, min_dims, max_dims}, dims);
  return opdk::ParallelRange(ctx, plan.total(), 3, [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const auto element = [&](const auto& values, size_t k) {
          return static_cast<C>(values[static_cast<size_t>(at[k] + i * plan.run_step(k))]);
        };
        y[static_cast<size_t>(first + i)] =
            static_cast<T>(Clipped<C>(element(x, 0), element(low, 1), element(high, 2)));
      }
    });
  });
}

template <typename T>
uint32_t Clip(CpuKernelContext& ctx) {
  using C = opdk::ComputeType<T>;
  const auto min = opdk::Values<const T>(ctx.Input(1)), max = opdk::Values<const T>(ctx.Input(2));
  if (min.size() != 1 || max.size() != 1) {
    return ClipEach<T>(ctx, opdk::DimsOf(ctx.Input(1)), opdk::DimsOf(ctx.Input(2)));
  }
  const auto low = static_cast<C>(min[0]), high = static_cast<C>(max[0]);
  return opdk::MapElements<T, T>(ctx, 2, [=](C x) { return Clipped<C>(x, low, high); });
}

class ClipByValueCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Clip<T>(ctx); });
  }
};

using ClipByValueV2CpuKernel = ClipByValueCpuKernel;

}  // namespace

REGISTER_CPU_KERNEL(kClipByValue, ClipByValueCpuKernel);
REGISTER_CPU_KERNEL(kClipByValueV2, ClipByValueV2CpuKernel);

}  // namespace aicpu
