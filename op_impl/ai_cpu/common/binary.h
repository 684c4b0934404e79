// Elementwise kernels over two broadcast inputs (0 and 1) into output 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/function.h"
#include "op_impl/ai_cpu/common/function_ref.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Which input is x1.
enum class PairOrder : bool { kGiven, kExchanged };

// One operand along runs: its next values, or one value that is repeated. It is made once for many runs, which may be
// short: the block costs time where its type has a constructor.
template <typename C>
class RunOperand {
 public:
  // `step`: BroadcastPlan::run_step of the operand.
  RunOperand(const ConvertedInput<C>& input, int64_t step) : input_(input), repeats_(step == 0) {}

  // Begins a run of `count` elements at the operand's element `first`.
  void Begin(int64_t first, int64_t count) {
    first_ = first;
    if (repeats_) std::fill_n(block_.data(), std::min(count, kConvertedBlock), input_.At(first));
  }

  // Returns `count` values, at most kConvertedBlock, from the run's element `done` on.
  const C* Next(int64_t done, int64_t count) {
    return repeats_ ? block_.data() : input_.Read(first_ + done, count, block_);
  }

 private:
  const ConvertedInput<C>& input_;
  int64_t first_ = 0;
  bool repeats_;
  ConvertedBlock<C> block_;
};

// Calls compute(x1, x2, y, count) for pieces of the output: `count` values of each, at most kConvertedBlock. The
// elements of the inputs are read as C1 and C2. The results are written as values of type R. `cost`: elementary
// operations per element. `compute` is no template argument: the way through the tensors is compiled once for its
// types.
template <typename C1, typename C2, typename R>
uint32_t BroadcastBlocks(const aicpu::CpuKernelContext& ctx, int64_t cost, PairOrder order,
                         FunctionRef<void(const C1*, const C2*, R*, int64_t)> compute) {
  const aicpu::Tensor* x1 = ctx.Input(order == PairOrder::kGiven ? 0 : 1);
  const aicpu::Tensor* x2 = ctx.Input(order == PairOrder::kGiven ? 1 : 0);
  const BroadcastPlan plan({DimsOf(x1), DimsOf(x2)}, DimsOf(ctx.Output(0)));
  if (plan.total() <= 0) return kKernelOk;
  const ConvertedInput<C1> a(x1);
  const ConvertedInput<C2> b(x2);
  const ConvertedOutput<R> y(ctx.Output(0));
  return ParallelRange(ctx, plan.total(), cost, [&](int64_t begin, int64_t end) {
    ConvertedBlock<R> block;
    RunOperand<C1> left(a, plan.run_step(0));
    RunOperand<C2> right(b, plan.run_step(1));
    plan.ForEachRun(begin, end, [&](const int64_t* at, int64_t first, int64_t count) {
      left.Begin(at[0], count);
      right.Begin(at[1], count);
      for (int64_t done = 0; done < count; done += kConvertedBlock) {
        const int64_t next = std::min(kConvertedBlock, count - done);
        R* results = y.Place(first + done, block);
        compute(left.Next(done, next), right.Next(done, next), results, next);
        y.Write(first + done, next, results);
      }
    });
  });
}

// Computes y = f(x1, x2) where f takes and returns Eigen array expressions of type C. The result is cast to R.
template <typename C, typename R, typename F>
uint32_t BroadcastExpression(const aicpu::CpuKernelContext& ctx, int64_t cost, F f,
                             PairOrder order = PairOrder::kGiven) {
  return BroadcastBlocks<C, C, R>(ctx, cost, order, [&](const C* x1, const C* x2, R* y, int64_t count) {
    ArrayMap<R>(y, count) = f(ConstArrayMap<C>(x1, count), ConstArrayMap<C>(x2, count)).template cast<R>();
  });
}

// Computes y = f(x1, x2) element by element, for functions that Eigen has no expression for. f takes (C1, C2) and
// returns R.
template <typename C1, typename C2, typename R, typename F>
uint32_t BroadcastElements(const aicpu::CpuKernelContext& ctx, int64_t cost, F f) {
  return BroadcastBlocks<C1, C2, R>(ctx, cost, PairOrder::kGiven, [&](const C1* x1, const C2* x2, R* y, int64_t count) {
    for (int64_t i = 0; i < count; ++i) y[i] = f(x1[i], x2[i]);
  });
}

// The kernel of a function (function.h) of two values, which gives an R (void: the inputs' type).
template <typename Function, typename AllTypes, typename R = void>
class PairCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext& ctx) override {
    const auto function = MakeFunction<Function>(ctx);
    return DispatchArithmetic(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      using Result = std::conditional_t<std::is_void_v<R>, C, R>;
      return BroadcastElements<C, C, Result>(ctx, Function::kCost,
                                             [&](C a, C b) { return static_cast<Result>(function(a, b)); });
    });
  }
};

template <int64_t kCost, auto kFunction, FloatAttribute... kAttributes>
using FloatPairCpuKernel = PairCpuKernel<FunctionOf<kCost, kFunction, kAttributes...>, FloatTypes>;

}  // namespace opdk
