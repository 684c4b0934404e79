// The kernel of an optimizer's step: a function of one element of each input (single numbers repeated), which gives one
// element of each output.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast_inputs.h"

namespace opdk {

// Step(ctx) reads the attributes; step(std::array<C, kInputs>) -> std::array<C, outputs> computes in C.
template <typename Step>
class StepCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& ctx) override {
    return Dispatch(FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() { return Run<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Run(const aicpu::CpuKernelContext& ctx) {
    using C = ComputeType<T>;
    using Given = std::array<C, Step::kInputs>;
    constexpr size_t kOutputs = std::tuple_size_v<decltype(std::declval<Step>()(Given()))>;
    const Step step(ctx);
    const BroadcastInputs<T, Step::kInputs> inputs(ctx, DimsOf(ctx.Output(0)));
    std::array<std::span<T>, kOutputs> outputs;
    for (size_t i = 0; i < kOutputs; ++i) outputs[i] = Values<T>(ctx.Output(static_cast<uint32_t>(i)));
    constexpr auto kCost = 4 * static_cast<int64_t>(Step::kInputs);
    return ParallelRange(ctx, inputs.total(), kCost, [&](int64_t begin, int64_t end) {
      inputs.template ForEach<C>(begin, end, [&](size_t at, const Given& given) {
        const auto taken = step(given);
        for (size_t i = 0; i < kOutputs; ++i) outputs[i][at] = static_cast<T>(taken[i]);
      });
    });
  }
};

}  // namespace opdk
