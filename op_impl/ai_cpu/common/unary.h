// Elementwise kernels of input 0 into output 0 through a function of one value.
#pragma once

#include <cstdint>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/function.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Computes y = f(x). The values (of type T) are computed as ComputeType<T>; the result is cast to R.
template <typename T, typename R, typename F>
uint32_t MapElements(const aicpu::CpuKernelContext& ctx, int64_t cost, const F& f) {
  const T* x = Values<const T>(ctx.Input(0)).data();
  R* y = Values<R>(ctx.Output(0)).data();
  return ParallelRange(ctx, ctx.Output(0)->NumElements(), cost, [&](int64_t begin, int64_t end) {
    ArrayMap<R>(y + begin, end - begin) =
        ConstArrayMap<T>(x + begin, end - begin).template cast<ComputeType<T>>().unaryExpr(f).template cast<R>();
  });
}

// The kernel of a function (function.h) of one value.
template <typename Function, typename AllTypes>
class MapCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& ctx) override {
    const auto function = MakeFunction<Function>(ctx);
    return Dispatch(AllTypes(), ctx.Input(0)->GetDataType(),
                    [&]<typename T>() { return MapElements<T, T>(ctx, Function::kCost, function); });
  }
};

template <int64_t kCost, auto kFunction, FloatAttribute... kAttributes>
using FloatMapCpuKernel = MapCpuKernel<FunctionOf<kCost, kFunction, kAttributes...>, FloatTypes>;

}  // namespace opdk
