// Gradients of the pools of images: each window gives to its elements. Sums in double.
#include <cmath>
#include <span>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

template <typename T>
bool IsTheMaximum(T value, T maximum) {
  if constexpr (!std::is_integral_v<T>) {
    if (std::isnan(static_cast<double>(maximum))) return std::isnan(static_cast<double>(value));
  }
  return value == maximum;
}

// Returns the first pixel of the window at `position` that has the window's maximum. -1: there is none.
template <typename T>
int64_t FirstHit(const opdk::ImagePool& pool, std::span<const T> x, int64_t plane, int64_t position, T maximum) {
  int64_t hit = -1;
  opdk::ForEachInside(pool.window, position, [&](int64_t, int64_t at) {
    if (hit < 0 && IsTheMaximum(x[pool.image.At(plane, at)], maximum)) hit = at;
  });
  return hit;
}

class MaxPoolGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::GradientSum<T>;
      const auto x = opdk::Values<const T>(ctx.Input(0)), pooled = opdk::Values<const T>(ctx.Input(1));
      const auto grad = opdk::Values<const T>(ctx.Input(2));
      const opdk::ImagePool pool(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Input(2)));
      return opdk::SumOverWindows<T>(ctx, pool, [&](int64_t plane, int64_t position, std::vector<C>& sums) {
        const size_t from = pool.pooled.At(plane, position);
        const int64_t hit = FirstHit<T>(pool, x, plane, position, pooled[from]);
        if (hit >= 0) sums[static_cast<size_t>(hit)] += static_cast<C>(grad[from]);
      });
    });
  }
};
OPDK_CPU_KERNEL(MaxPoolGrad, MaxPoolGradCpuKernel);
OPDK_CPU_KERNEL(MaxPoolV3Grad, MaxPoolGradCpuKernel);
OPDK_CPU_KERNEL(MaxPool3DGrad, MaxPoolGradCpuKernel);

// The gradient's gradient: of each window grad's element where x has the maximum.
class MaxPoolGradGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0)), pooled = opdk::Values<const T>(ctx.Input(1));
      const auto grad = opdk::Values<const T>(ctx.Input(2));
      const opdk::ImagePool pool(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Input(1)));
      return opdk::ForEachPooled<T>(ctx, pool, [&](int64_t plane, int64_t position) {
        const int64_t hit = FirstHit<T>(pool, x, plane, position, pooled[pool.pooled.At(plane, position)]);
        return hit < 0 ? T(0) : grad[pool.image.At(plane, hit)];
      });
    });
  }
};
OPDK_CPU_KERNEL(MaxPoolGradGrad, MaxPoolGradGradCpuKernel);
OPDK_CPU_KERNEL(MaxPool3DGradGrad, MaxPoolGradGradCpuKernel);

// The D form has the shape of the images as an attribute.
template <bool kVolumes>
class MeanGradKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const aicpu::Tensor* const given = ctx.Input(opdk::IsDForm(ctx) ? 0 : 1);
    return opdk::Dispatch(opdk::FloatTypes(), given->GetDataType(), [&]<typename T>() {
      const auto grad = opdk::Values<const T>(given);
      const opdk::ImagePool pool(ctx, opdk::DimsOf(ctx.Output(0)), opdk::DimsOf(given));
      const opdk::MeanDivisor divisor = opdk::MeanDivisor::Of(ctx, kVolumes);
      return opdk::SumOverWindows<T>(ctx, pool, [&](int64_t plane, int64_t position, std::vector<double>& sums) {
        int64_t inside = 0;
        opdk::ForEachInside(pool.window, position, [&](int64_t, int64_t) { ++inside; });
        const auto count = static_cast<double>(divisor.At(pool, position, inside));
        const double share = static_cast<double>(grad[pool.pooled.At(plane, position)]) / count;
        opdk::ForEachInside(pool.window, position,
                            [&](int64_t, int64_t at) { sums[static_cast<size_t>(at)] += share; });
      });
    });
  }
};

using AvgPoolGradCpuKernel = MeanGradKernel<false>;
OPDK_CPU_KERNEL(AvgPoolGrad, AvgPoolGradCpuKernel);
OPDK_CPU_KERNEL(AvgPoolGradD, AvgPoolGradCpuKernel);
OPDK_CPU_KERNEL(AvgPoolV2Grad, AvgPoolGradCpuKernel);
OPDK_CPU_KERNEL(AvgPoolV2GradD, AvgPoolGradCpuKernel);
using AvgPool3DGradCpuKernel = MeanGradKernel<true>;
OPDK_CPU_KERNEL(AvgPool3DGrad, AvgPool3DGradCpuKernel);
OPDK_CPU_KERNEL(AvgPool3DGradD, AvgPool3DGradCpuKernel);

}  // namespace

}  // namespace aicpu
