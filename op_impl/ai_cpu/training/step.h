// The kernel of an optimizer's step: a function of one element of each input (single numbers repeated), which gives one
// element of each output.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast_inputs.h"
#include "op_impl/ai_cpu/common/function.h"

namespace opdk {

// Moves `old` towards `target`: old * rate + target * (1 - rate).
template <typename C>
C Blend(C old, C target, C rate) {
  return old * rate + target * (1 - rate);
}

struct NoAttributes {
  explicit NoAttributes(const aicpu::CpuKernelContext&) {}
};
struct Nesterov {
  explicit Nesterov(const aicpu::CpuKernelContext& ctx) : nesterov(BoolAttr(ctx, "use_nesterov", false)) {}
  bool nesterov;
};

// `Step` of a D form, which has attributes in place of the general form's inputs from kFirst on.
template <typename Step, size_t kFirst, FloatAttribute... kAttributes>
struct WithAttributes : Step {
  explicit WithAttributes(const aicpu::CpuKernelContext& ctx)
      : Step(ctx), values{FloatAttr(ctx, kAttributes.name, kAttributes.fallback)...} {}
  static constexpr size_t kInputs = Step::kInputs - sizeof...(kAttributes);
  template <typename C>
  auto operator()(const std::array<C, kInputs>& in) const {
    std::array<C, Step::kInputs> all;
    auto next = std::copy_n(in.begin(), kFirst, all.begin());
    for (const float value : values) *next++ = static_cast<C>(value);
    std::copy(in.begin() + kFirst, in.end(), next);
    return Step::operator()(all);
  }
  std::array<float, sizeof...(kAttributes)> values;
};

// Step(ctx) reads the attributes; step(std::array<C, kInputs>) -> std::array<C, outputs> computes in C. A form
// whose slots are no outputs gives the first result.
template <typename Step>
class StepCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& ctx) override {
    return DispatchArithmetic(FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename C>() { return Run<C>(ctx); });
  }

 private:
  template <typename C>
  static uint32_t Run(const aicpu::CpuKernelContext& ctx) {
    constexpr size_t kOutputs = std::tuple_size_v<decltype(std::declval<Step>()(std::array<C, Step::kInputs>()))>;
    constexpr auto kCost = 4 * static_cast<int64_t>(Step::kInputs);
    const BroadcastInputs<C, Step::kInputs> inputs(ctx, DimsOf(ctx.Output(0)));
    return inputs.Map(ctx, std::min<size_t>(kOutputs, ctx.GetOutputsSize()), kCost, Step(ctx));
  }
};

}  // namespace opdk
