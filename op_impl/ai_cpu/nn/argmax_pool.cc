// Maxima of images [N, H, W, C] and where in their image they are.
#include <atomic>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

using PlaceTypes = opdk::Types<int32_t, int64_t>;

class MaxPoolWithArgmaxCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::ImagePool pool(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)));
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(PlaceTypes(), ctx.Output(1)->GetDataType(), [&]<typename Place>() {
        const auto x = opdk::Values<const T>(ctx.Input(0));
        const auto argmax = opdk::Values<Place>(ctx.Output(1));
        return opdk::ForEachPooled<T>(ctx, pool, [&](int64_t plane, int64_t position) {
          int64_t best = -1;
          T largest = opdk::Least<T>();
          opdk::ForEachInside(pool.window, position, [&](int64_t, int64_t at) {
            const T value = x[pool.image.At(plane, at)];
            if (best >= 0 && !opdk::Beats(value, largest)) return;
            best = at;
            largest = value;
          });
          const int64_t channels = pool.image.channels;
          argmax[pool.pooled.At(plane, position)] = static_cast<Place>(best * channels + plane % channels);
          return largest;
        });
      });
    });
  }
};
OPDK_CPU_KERNEL(MaxPoolWithArgmax, MaxPoolWithArgmaxCpuKernel);

class MaxPoolGradWithArgmaxCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::ImagePool pool(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Input(1)));
    const int64_t places = pool.image.size * pool.image.channels;
    const uint32_t named = opdk::RequireAllInside("argmax", ctx.Input(2), places);
    if (named != opdk::kKernelOk) return named;
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(PlaceTypes(), ctx.Input(2)->GetDataType(), [&]<typename Place>() {
        const auto grad = opdk::Values<const T>(ctx.Input(1));
        const auto argmax = opdk::Values<const Place>(ctx.Input(2));
        using Sums = std::vector<opdk::GradientSum<T>>;
        std::atomic<size_t> first_outside = argmax.size();
        const uint32_t summed = opdk::SumOverWindows<T>(ctx, pool, [&](int64_t plane, int64_t position, Sums& sums) {
          const size_t from = pool.pooled.At(plane, position);
          const int64_t place = argmax[from], channels = pool.image.channels;
          bool holds = false;
          opdk::ForEachInside(pool.window, position, [&](int64_t, int64_t at) {
            if (place != at * channels + plane % channels) return;
            sums[static_cast<size_t>(at)] += static_cast<opdk::GradientSum<T>>(grad[from]);
            holds = true;
          });
          size_t known = first_outside.load();
          while (!holds && from < known && !first_outside.compare_exchange_weak(known, from)) {
          }
        });
        if (summed != opdk::kKernelOk || first_outside == argmax.size()) return summed;
        return opdk::RefuseIndex("argmax, counted in its window", first_outside, opdk::DimsOf(ctx.Input(2)), "-1", 0,
                                 pool.window.kernel_size());
      });
    });
  }
};
OPDK_CPU_KERNEL(MaxPoolGradWithArgmax, MaxPoolGradWithArgmaxCpuKernel);

class MaxPoolGradGradWithArgmaxCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> in = opdk::DimsOf(ctx.Input(1)), out = opdk::DimsOf(ctx.Output(0));
    const int64_t places = in[1] * in[2] * in[3], windows = out[1] * out[2] * out[3];
    const uint32_t inside = opdk::RequireAllInside("argmax", ctx.Input(2), places);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(1)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(PlaceTypes(), ctx.Input(2)->GetDataType(), [&]<typename Place>() {
        const auto grad = opdk::Values<const T>(ctx.Input(1));
        const auto argmax = opdk::Values<const Place>(ctx.Input(2));
        const auto y = opdk::Values<T>(ctx.Output(0));
        return opdk::ParallelRange(ctx, static_cast<int64_t>(y.size()), 2, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t place = argmax[static_cast<size_t>(i)];
            y[static_cast<size_t>(i)] = grad[static_cast<size_t>(i / windows * places + place)];
          }
        });
      });
    });
  }
};
OPDK_CPU_KERNEL(MaxPoolGradGradWithArgmax, MaxPoolGradGradWithArgmaxCpuKernel);

}  // namespace

}  // namespace aicpu
