// The gradients of softmax and the losses that contain it, with sums in double.
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_groups.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {
namespace {

template <typename To>
void Store(const std::vector<double>& from, std::span<To> to) {
  for (size_t i = 0; i < to.size(); ++i) to[i] = static_cast<To>(static_cast<opdk::ComputeType<To>>(from[i]));
}

// Computes y = gradient(element, its group's sum of terms).
template <typename T, typename Term, typename Gradient>
uint32_t GroupedGradient(const CpuKernelContext& ctx, const char* axes, Term&& term, Gradient&& gradient) {
  const opdk::AxisGroups groups(opdk::DimsOf(ctx.Input(0)), opdk::ListIntAttr(ctx, axes));
  const auto y = opdk::Values<T>(ctx.Output(0));
  std::vector<double> sums(groups.count());
  groups.ForEach([&](size_t i, size_t group) { sums[group] += term(i); });
  groups.ForEach([&](size_t i, size_t group) {
    y[i] = static_cast<T>(static_cast<opdk::ComputeType<T>>(gradient(i, sums[group])));
  });
  return opdk::kKernelOk;
}

class SoftmaxGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto softmax = opdk::Values<const T>(ctx.Input(0)), given = opdk::Values<const T>(ctx.Input(1));
      const auto product = [&](size_t i) { return static_cast<double>(softmax[i]) * static_cast<double>(given[i]); };
      return GroupedGradient<T>(ctx, "axes", product, [&](size_t i, double sum) {
        return (static_cast<double>(given[i]) - sum) * static_cast<double>(softmax[i]);
      });
    });
  }
};
OPDK_CPU_KERNEL(SoftmaxGrad, SoftmaxGradCpuKernel);

class SoftmaxGradExtCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const opdk::AxisGroups groups(dims, {opdk::IntAttr(ctx, "axes", 1)});
    const opdk::BroadcastPlan plan({opdk::DimsOf(ctx.Input(2))}, dims);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const std::vector<double> gradient = opdk::FloatValues(ctx.Input(0)), x1 = opdk::FloatValues(ctx.Input(1));
      const std::vector<double> x2 = opdk::FloatValues(ctx.Input(2));
      std::vector<double> sums(groups.count()), y(gradient.size());
      groups.ForEach([&](size_t i, size_t group) { sums[group] += gradient[i] * x1[i]; });
      groups.ForEach([&](size_t i, size_t group) { y[i] = (gradient[i] - sums[group]) * x1[i]; });
      plan.ForEachRun(0, plan.total(), [&](const int64_t* at, int64_t first, int64_t run) {
        for (int64_t k = 0; k < run; ++k) {
          y[static_cast<size_t>(first + k)] *= x2[static_cast<size_t>(at[0] + k * plan.run_step(0))];
        }
      });
      Store(y, opdk::Values<T>(ctx.Output(0)));
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(SoftmaxGradExt, SoftmaxGradExtCpuKernel);

class LogSoftmaxGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto given = opdk::Values<const T>(ctx.Input(0)), logarithms = opdk::Values<const T>(ctx.Input(1));
      return GroupedGradient<T>(
          ctx, "axis", [&](size_t i) { return static_cast<double>(given[i]); },
          [&](size_t i, double sum) {
            return static_cast<double>(given[i]) - std::exp(static_cast<double>(logarithms[i])) * sum;
          });
    });
  }
};
OPDK_CPU_KERNEL(LogSoftmaxGrad, LogSoftmaxGradCpuKernel);

// Computes the loss of each row and its gradient. label(row, column) is the wanted probability.
template <typename T, typename Label>
uint32_t RowLoss(const CpuKernelContext& ctx, Label&& label) {
  const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
  const auto columns = static_cast<size_t>(dims[1]);
  std::vector<double> losses(static_cast<size_t>(dims[0]));
  std::vector<double> slopes =
      opdk::SoftmaxLogarithms(opdk::Values<const T>(ctx.Input(0)), opdk::AxisGroups(dims, {1}));
  for (size_t i = 0; i < slopes.size(); ++i) {
    const double wanted = label(i / columns, i % columns);
    if (wanted != 0) losses[i / columns] -= wanted * slopes[i];
    slopes[i] = std::exp(slopes[i]) - wanted;
  }
  Store(losses, opdk::Values<T>(ctx.Output(0)));
  Store(slopes, opdk::Values<T>(ctx.Output(1)));
  return opdk::kKernelOk;
}

class SoftmaxCrossEntropyWithLogitsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto labels = opdk::Values<const T>(ctx.Input(1));
      const auto columns = static_cast<size_t>(opdk::DimsOf(ctx.Input(0))[1]);
      return RowLoss<T>(ctx,
                        [&](size_t row, size_t column) { return static_cast<double>(labels[row * columns + column]); });
    });
  }
};
OPDK_CPU_KERNEL(SoftmaxCrossEntropyWithLogits, SoftmaxCrossEntropyWithLogitsCpuKernel);

class SparseSoftmaxCrossEntropyWithLogitsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t inside = opdk::RequireAllInside("labels", ctx.Input(1), opdk::DimsOf(ctx.Input(0))[1]);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(opdk::Types<int32_t, int64_t>(), ctx.Input(1)->GetDataType(), [&]<typename Index>() {
        const auto labels = opdk::Values<const Index>(ctx.Input(1));
        return RowLoss<T>(ctx, [&](size_t row, size_t column) {
          return static_cast<int64_t>(labels[row]) == static_cast<int64_t>(column) ? 1.0 : 0.0;
        });
      });
    });
  }
};
OPDK_CPU_KERNEL(SparseSoftmaxCrossEntropyWithLogits, SparseSoftmaxCrossEntropyWithLogitsCpuKernel);

}  // namespace

}  // namespace aicpu
