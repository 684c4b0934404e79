// Sum and Mean over any number of inputs.
#include <array>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kSum = "Sum";
const char* const kMean = "Mean";

struct SumFunction {
  static auto Join(const auto& a, const auto& b) { return a + b; }
  static auto Finish(const auto& joined, size_t /*count*/) { return joined; }
};
struct MeanFunction {
  static auto Join(const auto& a, const auto& b) { return a + b; }
  static auto Finish(const auto& joined, size_t count) {
    return joined / static_cast<typename std::decay_t<decltype(joined)>::Scalar>(count);
  }
};

// Elements joined at a time: a block of intermediate results (in the compute type, so that a sum of float16 is rounded
// once) stays in the first-level cache while every input is added to it.
constexpr int64_t kBlock = 1024;

template <typename T, typename Function>
uint32_t JoinInputs(const CpuKernelContext& ctx) {
  using C = opdk::ComputeType<T>;
  const size_t inputs = ctx.GetInputsSize();
  std::vector<const T*> x(inputs);
  std::vector<std::vector<int64_t>> shapes(inputs);
  for (size_t k = 0; k < inputs; ++k) {
    x[k] = opdk::Values<const T>(ctx.Input(static_cast<uint32_t>(k))).data();
    shapes[k] = opdk::DimsOf(ctx.Input(static_cast<uint32_t>(k)));
  }
  const opdk::BroadcastPlan plan(shapes, opdk::DimsOf(ctx.Output(0)));
  T* y = opdk::Values<T>(ctx.Output(0)).data();
  const auto join_block = [&](const int64_t* at, int64_t skip, int64_t first, int64_t count) {
    std::array<C, kBlock> buffer;
    opdk::ArrayMap<C> joined(buffer.data(), count);
    for (size_t k = 0; k < inputs; ++k) {
      const T* from = x[k] + at[k] + skip * plan.run_step(k);
      if (plan.run_step(k) == 0) {
        const auto value = opdk::RepeatRun<C>(from, count);
        if (k == 0) joined = value;
        if (k != 0) joined = Function::Join(joined, value);
      } else {
        const auto value = opdk::LoadRun<C>(from, count);
        if (k == 0) joined = value;
        if (k != 0) joined = Function::Join(joined, value);
      }
    }
    opdk::ArrayMap<T>(y + first + skip, count) = Function::Finish(joined, inputs).template cast<T>();
  };
  return opdk::ParallelRange(ctx, plan.total(), static_cast<int64_t>(inputs), [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
      for (int64_t skip = 0; skip < count; skip += kBlock) {
        join_block(at, skip, first, std::min(kBlock, count - skip));
      }
    });
  });
}

template <typename Function>
class VariadicCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(0)->GetDataType(),
                          [&]<typename T>() { return JoinInputs<T, Function>(ctx); });
  }
};

using SumCpuKernel = VariadicCpuKernel<SumFunction>;
using MeanCpuKernel = VariadicCpuKernel<MeanFunction>;

}  // namespace

REGISTER_CPU_KERNEL(kSum, SumCpuKernel);
REGISTER_CPU_KERNEL(kMean, MeanCpuKernel);

}  // namespace aicpu
