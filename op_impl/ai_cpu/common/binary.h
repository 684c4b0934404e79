// Elementwise kernels over two broadcast inputs (0 and 1) into output 0.
#pragma once

#include <cstdint>
#include <type_traits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/function.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Elements [data, data + count) as an Eigen expression of type C.
template <typename C, typename T>
auto LoadRun(const T* data, int64_t count) {
  if constexpr (std::is_same_v<C, T>) {
    return ConstArrayMap<T>(data, count);
  } else {
    return ConstArrayMap<T>(data, count).template cast<C>();
  }
}

// Repeats one value `count` times.
template <typename C, typename T>
auto RepeatRun(const T* data, int64_t count) {
  return Eigen::Array<C, Eigen::Dynamic, 1>::Constant(count, static_cast<C>(*data));
}

// The order of the inputs: kExchanged makes input 1 x1.
enum class PairOrder : bool { kGiven, kExchanged };

// Computes y = f(x1, x2), where f takes and returns Eigen array expressions. The inputs (of type T) are loaded as C;
// the result is cast to R. `cost`: elementary operations per element.
template <typename T, typename C, typename R, typename F>
uint32_t BroadcastExpression(const aicpu::CpuKernelContext& ctx, int64_t cost, F f,
                             PairOrder order = PairOrder::kGiven) {
  const aicpu::Tensor* x1 = ctx.Input(order == PairOrder::kGiven ? 0 : 1);
  const aicpu::Tensor* x2 = ctx.Input(order == PairOrder::kGiven ? 1 : 0);
  const aicpu::Tensor* y = ctx.Output(0);
  const BroadcastPlan plan({DimsOf(x1), DimsOf(x2)}, DimsOf(y));
  const T* a = Values<const T>(x1).data();
  const T* b = Values<const T>(x2).data();
  R* out = Values<R>(y).data();
  // Both repeated: only in a run of one element.
  const bool repeat1 = plan.run_step(0) == 0 && plan.run_step(1) != 0;
  const bool repeat2 = plan.run_step(1) == 0 && plan.run_step(0) != 0;
  return ParallelRange(ctx, plan.total(), cost, [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
      ArrayMap<R> result(out + first, count);
      if (repeat1) {
        result = f(RepeatRun<C>(a + at[0], count), LoadRun<C>(b + at[1], count)).template cast<R>();
      } else if (repeat2) {
        result = f(LoadRun<C>(a + at[0], count), RepeatRun<C>(b + at[1], count)).template cast<R>();
      } else {
        result = f(LoadRun<C>(a + at[0], count), LoadRun<C>(b + at[1], count)).template cast<R>();
      }
    });
  });
}

// Computes y = f(x1, x2) element by element, where Eigen has no expression for f. f takes (T1, T2) and returns R.
template <typename T1, typename T2, typename R, typename F>
uint32_t BroadcastElements(const aicpu::CpuKernelContext& ctx, int64_t cost, F f) {
  const aicpu::Tensor* x1 = ctx.Input(0);
  const aicpu::Tensor* x2 = ctx.Input(1);
  const aicpu::Tensor* y = ctx.Output(0);
  const BroadcastPlan plan({DimsOf(x1), DimsOf(x2)}, DimsOf(y));
  const T1* a = Values<const T1>(x1).data();
  const T2* b = Values<const T2>(x2).data();
  R* out = Values<R>(y).data();
  const int64_t step1 = plan.run_step(0);
  const int64_t step2 = plan.run_step(1);
  return ParallelRange(ctx, plan.total(), cost, [&](int64_t begin, int64_t end) {
    plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) out[first + i] = f(a[at[0] + i * step1], b[at[1] + i * step2]);
    });
  });
}

// The kernel of a function (function.h) of two values, which gives an R (void: the inputs' type).
template <typename Function, typename AllTypes, typename R = void>
class PairCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& ctx) override {
    const auto function = MakeFunction<Function>(ctx);
    return Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = ComputeType<T>;
      using Result = std::conditional_t<std::is_void_v<R>, T, R>;
      return BroadcastElements<T, T, Result>(ctx, Function::kCost, [&](T a, T b) {
        return static_cast<Result>(function(static_cast<C>(a), static_cast<C>(b)));
      });
    });
  }
};

template <int64_t kCost, auto kFunction, FloatAttribute... kAttributes>
using FloatPairCpuKernel = PairCpuKernel<FunctionOf<kCost, kFunction, kAttributes...>, FloatTypes>;

}  // namespace opdk
