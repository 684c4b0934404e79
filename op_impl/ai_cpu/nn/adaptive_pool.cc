// Pools whose windows follow from the extents, over the last axes of x, plane by plane. Sums in double.
#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/pooling.h"

namespace aicpu {
namespace {

// A pool over planes of the last `axes` axes, from `image` to `pooled`.
struct AdaptivePool {
  AdaptivePool(const std::vector<int64_t>& image, const std::vector<int64_t>& pooled, size_t axes)
      : in(image.end() - static_cast<std::ptrdiff_t>(axes), image.end()),
        out(pooled.end() - static_cast<std::ptrdiff_t>(axes), pooled.end()),
        in_size(opdk::Product(in)),
        out_size(opdk::Product(out)),
        planes(out_size == 0 ? 0 : opdk::Product(pooled) / out_size) {}

  // Calls visit(pixel) for each pixel of a window, row by row. Returns the number of pixels.
  template <typename Visit>
  int64_t ForEachPixel(int64_t window, const Visit& visit) const {
    constexpr size_t kMostAxes = 3;
    int64_t begins[kMostAxes] = {}, extents[kMostAxes] = {}, count = 1;
    for (size_t k = in.size(); k-- > 0;) {
      const int64_t i = window % out[k];
      window /= out[k];
      begins[k] = i * in[k] / out[k];
      extents[k] = ((i + 1) * in[k] + out[k] - 1) / out[k] - begins[k];
      count *= extents[k];
    }
    for (int64_t n = 0; n < count; ++n) {
      int64_t pixel = 0, rest = n, step = 1;
      for (size_t k = in.size(); k-- > 0;) {
        pixel += (begins[k] + rest % extents[k]) * step;
        rest /= extents[k];
        step *= in[k];
      }
      visit(pixel);
    }
    return count;
  }

  // Calls task(the input's first pixel, window 0's number) for each plane. Planes run in parallel.
  template <typename Task>
  uint32_t ForEachPlane(const CpuKernelContext& ctx, const Task& task) const {
    return opdk::ParallelRange(ctx, planes, 4 * (in_size + out_size), [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) task(plane * in_size, plane * out_size);
    });
  }

  std::vector<int64_t> in, out;
  int64_t in_size, out_size, planes;
};

template <typename T>
T Rounded(double value) {
  return static_cast<T>(static_cast<opdk::ComputeType<T>>(value));
}

class AdaptiveAvgPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool listed = ctx.GetInputsSize() > 1;
    const size_t axes = listed ? static_cast<size_t>(ctx.Input(1)->NumElements()) : 2;
    const AdaptivePool pool(opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), axes);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      return pool.ForEachPlane(ctx, [&](int64_t from, int64_t to) {
        for (int64_t window = 0; window < pool.out_size; ++window) {
          double sum = 0;
          const int64_t count = pool.ForEachPixel(
              window, [&](int64_t pixel) { sum += static_cast<double>(x[static_cast<size_t>(from + pixel)]); });
          y[static_cast<size_t>(to + window)] = Rounded<T>(sum / static_cast<double>(count));
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(AdaptiveAvgPool, AdaptiveAvgPoolCpuKernel);
OPDK_CPU_KERNEL(AdaptiveAvgPool2d, AdaptiveAvgPoolCpuKernel);

class AdaptiveAvgPool2dGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const AdaptivePool pool(opdk::DimsOf(ctx.Output(0)), opdk::DimsOf(ctx.Input(0)), 2);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto grad = opdk::Values<const T>(ctx.Input(0));
      const auto to = opdk::Values<T>(ctx.Output(0));
      return pool.ForEachPlane(ctx, [&](int64_t first, int64_t windows) {
        std::vector<double> sums(static_cast<size_t>(pool.in_size));
        for (int64_t window = 0; window < pool.out_size; ++window) {
          const int64_t count = pool.ForEachPixel(window, [](int64_t) {});
          const double share =
              static_cast<double>(grad[static_cast<size_t>(windows + window)]) / static_cast<double>(count);
          pool.ForEachPixel(window, [&](int64_t pixel) { sums[static_cast<size_t>(pixel)] += share; });
        }
        for (int64_t pixel = 0; pixel < pool.in_size; ++pixel) {
          to[static_cast<size_t>(first + pixel)] = Rounded<T>(sums[static_cast<size_t>(pixel)]);
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(AdaptiveAvgPool2dGrad, AdaptiveAvgPool2dGradCpuKernel);

class AdaptiveMaxPool2dCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const AdaptivePool pool(opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), 2);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      const auto argmax = opdk::Values<int32_t>(ctx.Output(1));
      return pool.ForEachPlane(ctx, [&](int64_t from, int64_t to) {
        const T* const plane = x.data() + from;
        for (int64_t window = 0; window < pool.out_size; ++window) {
          int64_t best = -1;
          pool.ForEachPixel(window, [&](int64_t pixel) {
            if (best < 0 || opdk::Beats(plane[pixel], plane[best])) best = pixel;
          });
          y[static_cast<size_t>(to + window)] = plane[best];
          argmax[static_cast<size_t>(to + window)] = static_cast<int32_t>(best);
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(AdaptiveMaxPool2d, AdaptiveMaxPool2dCpuKernel);

}  // namespace

}  // namespace aicpu
