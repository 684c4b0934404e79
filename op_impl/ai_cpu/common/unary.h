// Elementwise kernels of input 0 into output 0 through a function of one value.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/function.h"
#include "op_impl/ai_cpu/common/function_ref.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Calls compute(x, y, count) for pieces of the tensors: `count` values of each, at most kConvertedBlock. The elements
// of x are read as C. The results are written as values of type R. `cost`: elementary operations per element.
template <typename C, typename R>
uint32_t MapBlocks(const aicpu::CpuKernelContext& ctx, int64_t cost, FunctionRef<void(const C*, R*, int64_t)> compute) {
  const ConvertedInput<C> x(ctx.Input(0));
  const ConvertedOutput<R> y(ctx.Output(0));
  return ParallelRange(ctx, ctx.Output(0)->NumElements(), cost, [&](int64_t begin, int64_t end) {
    ConvertedBlock<C> from;
    ConvertedBlock<R> to;
    for (int64_t first = begin; first < end; first += kConvertedBlock) {
      const int64_t count = std::min(kConvertedBlock, end - first);
      R* results = y.Place(first, to);
      compute(x.Read(first, count, from), results, count);
      y.Write(first, count, results);
    }
  });
}

// Computes y = f(x).
template <typename C, typename R, typename F>
uint32_t MapElements(const aicpu::CpuKernelContext& ctx, int64_t cost, const F& f) {
  return MapBlocks<C, R>(ctx, cost, [&](const C* x, R* y, int64_t count) {
    for (int64_t i = 0; i < count; ++i) y[i] = static_cast<R>(f(x[i]));
  });
}

// The kernel of a function (function.h) of one value.
template <typename Function, typename AllTypes>
class MapCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& ctx) override {
    const auto function = MakeFunction<Function>(ctx);
    return DispatchArithmetic(AllTypes(), ctx.Input(0)->GetDataType(),
                              [&]<typename C>() { return MapElements<C, C>(ctx, Function::kCost, function); });
  }
};

template <int64_t kCost, auto kFunction, FloatAttribute... kAttributes>
using FloatMapCpuKernel = MapCpuKernel<FunctionOf<kCost, kFunction, kAttributes...>, FloatTypes>;

}  // namespace opdk
