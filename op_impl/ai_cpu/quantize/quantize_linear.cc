#include <cmath>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/requantize.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kQuantizeLinear = "QuantizeLinear";
const char* const kDequantizeLinear = "DequantizeLinear";

// Where the scale and the zero point of each element of x lie.
opdk::BroadcastPlan PlanFor(const aicpu::CpuKernelContext& ctx) {
  const std::vector<int64_t> x = opdk::DimsOf(ctx.Input(0));
  std::vector<int64_t> numbers;
  if (const int64_t count = ctx.Input(1)->NumElements(); count != 1) {
    int64_t axis = opdk::IntAttr(ctx, "axis", 1);
    if (axis < 0) axis += static_cast<int64_t>(x.size());
    numbers.assign(x.size() - static_cast<size_t>(axis), 1);
    numbers[0] = count;
  }
  return opdk::BroadcastPlan({numbers}, x);
}

template <typename From, typename To>
uint32_t Quantize(const aicpu::CpuKernelContext& ctx) {
  const auto x = opdk::Values<const From>(ctx.Input(0));
  const auto scale = opdk::Values<const float>(ctx.Input(1));
  const auto zero = opdk::Values<const To>(ctx.Input(2));
  const auto y = opdk::Values<To>(ctx.Output(0));
  const opdk::BroadcastPlan plan = PlanFor(ctx);
  return opdk::ParallelRange(ctx, plan.total(), 4, [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* from, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(from[0] + i * plan.run_step(0)), element = static_cast<size_t>(first + i);
        const float shift = zero.empty() ? 0.0F : static_cast<float>(zero[at]);
        y[element] = opdk::Saturated<To>(std::nearbyint(static_cast<float>(x[element]) / scale[at]) + shift);
      }
    });
  });
}

template <typename T>
uint32_t Dequantize(const aicpu::CpuKernelContext& ctx) {
  const auto x = opdk::Values<const T>(ctx.Input(0));
  const auto scale = opdk::Values<const float>(ctx.Input(1));
  const auto zero = opdk::Values<const T>(ctx.Input(2));
  const auto y = opdk::Values<float>(ctx.Output(0));
  const opdk::BroadcastPlan plan = PlanFor(ctx);
  return opdk::ParallelRange(ctx, plan.total(), 2, [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* from, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(from[0] + i * plan.run_step(0)), element = static_cast<size_t>(first + i);
        // Modulo 2^32, as int32 has it.
        const uint32_t shift = zero.empty() ? 0 : static_cast<uint32_t>(zero[at]);
        const auto centered = static_cast<int32_t>(static_cast<uint32_t>(x[element]) - shift);
        y[element] = static_cast<float>(centered) * scale[at];
      }
    });
  });
}

}  // namespace

namespace aicpu {

class QuantizeLinearCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<float, int32_t>(), ctx.Input(0)->GetDataType(), [&]<typename From>() {
      return opdk::Dispatch(opdk::Types<uint8_t, int8_t>(), ctx.Output(0)->GetDataType(),
                            [&]<typename To>() { return Quantize<From, To>(ctx); });
    });
  }
};

class DequantizeLinearCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<uint8_t, int8_t, int32_t>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Dequantize<T>(ctx); });
  }
};

REGISTER_CPU_KERNEL(kQuantizeLinear, QuantizeLinearCpuKernel);
REGISTER_CPU_KERNEL(kDequantizeLinear, DequantizeLinearCpuKernel);

}  // namespace aicpu
