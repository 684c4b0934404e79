#include <cmath>
#include <span>
#include <vector>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/requantize.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

// The scales or zero points of x, in place. If they belong to blocks, a copy with one number for each element.
template <typename T>
class Numbers {
 public:
  Numbers(const aicpu::CpuKernelContext& ctx, uint32_t input) : values_(opdk::Values<const T>(ctx.Input(input))) {
    const std::vector<int64_t> x = opdk::DimsOf(ctx.Input(0));
    if (values_.size() == 1) return;
    int64_t axis = opdk::IntAttr(ctx, "axis", 1);
    if (axis < 0) axis += static_cast<int64_t>(x.size());
    if (const int64_t block = opdk::IntAttr(ctx, "block_size", 0); block > 0 && !values_.empty()) {
      Spread(x, static_cast<size_t>(axis), block);
      dims_ = x;
    } else if (!values_.empty()) {
      dims_.assign(x.size() - static_cast<size_t>(axis), 1);
      dims_[0] = static_cast<int64_t>(values_.size());
    }
  }

  // Returns the shape with which the numbers broadcast to x.
  const std::vector<int64_t>& dims() const { return dims_; }
  // Returns a number, or 0 where the input is absent.
  T At(int64_t index) const { return values_.empty() ? T{} : values_[static_cast<size_t>(index)]; }

 private:
  void Spread(const std::vector<int64_t>& x, size_t axis, int64_t block) {
    int64_t before = 1, after = 1;
    for (size_t i = 0; i < axis; ++i) before *= x[i];
    for (size_t i = axis + 1; i < x.size(); ++i) after *= x[i];
    const int64_t blocks = (x[axis] + block - 1) / block;
    for (int64_t i = 0; i < before; ++i) {
      for (int64_t j = 0; j < x[axis]; ++j) {
        const auto from = values_.begin() + (i * blocks + j / block) * after;
        spread_.insert(spread_.end(), from, from + after);
      }
    }
    values_ = spread_;
  }

  std::span<const T> values_;
  std::vector<T> spread_;
  std::vector<int64_t> dims_;
};

// Computes y[i] = element(x[i], scale, zero point).
template <typename From, typename To, typename Zero, typename Element>
uint32_t MapNumbers(const aicpu::CpuKernelContext& ctx, Element&& element) {
  const auto x = opdk::Values<const From>(ctx.Input(0));
  const auto y = opdk::Values<To>(ctx.Output(0));
  const Numbers<float> scale(ctx, 1);
  const Numbers<Zero> zero(ctx, 2);
  const opdk::BroadcastPlan plan({scale.dims(), zero.dims()}, opdk::DimsOf(ctx.Input(0)));
  return opdk::ParallelRange(ctx, plan.total(), 4, [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* from, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(first + i);
        y[at] = element(x[at], scale.At(from[0] + i * plan.run_step(0)), zero.At(from[1] + i * plan.run_step(1)));
      }
    });
  });
}

template <typename From, typename To>
uint32_t Quantize(const aicpu::CpuKernelContext& ctx) {
  return MapNumbers<From, To, To>(ctx, [](From x, float scale, To zero) {
    return opdk::Saturated<To>(std::nearbyint(static_cast<float>(x) / scale) + static_cast<float>(zero));
  });
}

template <typename T>
uint32_t Dequantize(const aicpu::CpuKernelContext& ctx) {
  return MapNumbers<T, float, T>(ctx, [](T x, float scale, T zero) {
    // Modulo 2^32, as int32 has it.
    const auto centered = static_cast<int32_t>(static_cast<uint32_t>(x) - static_cast<uint32_t>(zero));
    return static_cast<float>(centered) * scale;
  });
}

}  // namespace

namespace aicpu {

class QuantizeLinearCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<float, int32_t>(), ctx.Input(0)->GetDataType(), [&]<typename From>() {
      return opdk::Dispatch(opdk::Types<uint8_t, int8_t, uint16_t, int16_t>(), ctx.Output(0)->GetDataType(),
                            [&]<typename To>() { return Quantize<From, To>(ctx); });
    });
  }
};
OPDK_CPU_KERNEL(QuantizeLinear, QuantizeLinearCpuKernel);

class DequantizeLinearCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<uint8_t, int8_t, uint16_t, int16_t, int32_t>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Dequantize<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(DequantizeLinear, DequantizeLinearCpuKernel);

}  // namespace aicpu
