// SoftmaxCrossEntropyLoss, NLLLoss and the gradient of the latter.
#include <algorithm>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/norm/softmax_columns.h"

namespace aicpu {
namespace {

constexpr int64_t kIgnored = -100;

// Checks that each label in input `port` of that name is ignored or one of the classes of input 0.
uint32_t RequireClasses(const CpuKernelContext& ctx, const char* name, uint32_t port, int64_t default_ignored) {
  const int64_t ignored = opdk::IntAttr(ctx, "ignore_index", default_ignored);
  return opdk::RequireAllInside(name, ctx.Input(port), opdk::DimsOf(ctx.Input(0))[1],
                                [&](int64_t label) { return label == ignored; });
}

// Picks the losses from log likelihoods of type L, in the shape of input 0, into output 0 of type T. Returns the
// labels' total weight.
template <typename T, typename L>
double PickLosses(const CpuKernelContext& ctx, const L* likelihoods, int64_t default_ignored) {
  using C = opdk::ComputeType<T>;
  const opdk::AxisRows rows(ctx.Input(0), 1);
  const std::vector<int64_t> labels = opdk::IntValues(ctx.Input(1));
  const auto weights = opdk::Values<const T>(ctx.Input(2));
  const int64_t ignored = opdk::IntAttr(ctx, "ignore_index", default_ignored);
  const std::string reduction = opdk::StringAttr(ctx, "reduction", "mean");
  const auto loss = opdk::Values<T>(ctx.Output(0));
  double sum = 0, total_weight = 0;
  for (int64_t row = 0; row < rows.count(); ++row) {
    const int64_t label = labels[static_cast<size_t>(row)];
    C lost = 0;
    if (label != ignored) {
      const C weight = weights.empty() ? C(1) : static_cast<C>(weights[static_cast<size_t>(label)]);
      lost = -static_cast<C>(likelihoods[rows.Offset(row) + label * rows.inner]) * weight;
      total_weight += static_cast<double>(weight);
    }
    if (reduction == "none") loss[static_cast<size_t>(row)] = static_cast<T>(lost);
    sum += static_cast<double>(lost);
  }
  if (reduction == "sum") loss[0] = static_cast<T>(sum);
  if (reduction == "mean") loss[0] = static_cast<T>(sum / total_weight);
  return total_weight;
}

class SoftmaxCrossEntropyLossCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t inside = RequireClasses(ctx, "labels", 1, 0);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ComputeLoss<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t ComputeLoss(const CpuKernelContext& ctx) {
    const auto scores = opdk::Values<const T>(ctx.Input(0));
    const opdk::AxisRows rows(ctx.Input(0), 1);
    std::vector<opdk::ComputeType<T>> log_prop(scores.size());
    const uint32_t status = opdk::ParallelRange(ctx, rows.count(), rows.extent * 40, [&](int64_t begin, int64_t end) {
      while (begin < end) {
        const int64_t count = std::min({opdk::kSoftmaxColumns, end - begin, rows.inner - begin % rows.inner});
        const int64_t at = rows.Offset(begin);
        opdk::SoftmaxColumns<true>(scores.data() + at, log_prop.data() + at, rows.extent, rows.inner,
                                   static_cast<size_t>(count));
        begin += count;
      }
    });
    if (status != opdk::kKernelOk) return status;
    const auto out = opdk::Values<T>(ctx.Output(1));
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(log_prop[i]);
    (void)PickLosses<T>(ctx, log_prop.data(), 0);
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossCpuKernel);

class NLLLossCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t inside = RequireClasses(ctx, "target", 1, kIgnored);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const double weight = PickLosses<T>(ctx, opdk::Values<const T>(ctx.Input(0)).data(), kIgnored);
      opdk::Values<T>(ctx.Output(1))[0] = static_cast<T>(weight);
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(NLLLoss, NLLLossCpuKernel);

class NLLLossGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t inside = RequireClasses(ctx, "target", 2, kIgnored);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ComputeGradient<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t ComputeGradient(const CpuKernelContext& ctx) {
    using C = opdk::ComputeType<T>;
    const opdk::AxisRows rows(ctx.Input(0), 1);
    const auto grad = opdk::Values<const T>(ctx.Input(1)), weights = opdk::Values<const T>(ctx.Input(3)),
               total = opdk::Values<const T>(ctx.Input(4));
    const std::vector<int64_t> labels = opdk::IntValues(ctx.Input(2));
    const int64_t ignored = opdk::IntAttr(ctx, "ignore_index", kIgnored);
    const std::string reduction = opdk::StringAttr(ctx, "reduction", "mean");
    const auto out = opdk::Values<T>(ctx.Output(0));
    std::fill(out.begin(), out.end(), T(0));
    for (int64_t row = 0; row < rows.count(); ++row) {
      const int64_t label = labels[static_cast<size_t>(row)];
      if (label == ignored) continue;
      C of_loss = -static_cast<C>(grad[reduction == "none" ? static_cast<size_t>(row) : 0]);
      if (reduction == "mean") of_loss /= static_cast<C>(total[0]);
      const C weight = static_cast<C>(weights[static_cast<size_t>(label)]);
      out[static_cast<size_t>(rows.Offset(row) + label * rows.inner)] = static_cast<T>(weight * of_loss);
    }
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(NLLLossGrad, NLLLossGradCpuKernel);

}  // namespace

}  // namespace aicpu
