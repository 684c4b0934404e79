#include <array>
#include <string>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/image/grid_taps.h"

namespace aicpu {
namespace {

class GridSampler3DCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return SampleVolume<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t SampleVolume(const CpuKernelContext& ctx) {
    const auto x_dims = opdk::DimsOf(ctx.Input(0)), y_dims = opdk::DimsOf(ctx.Output(0));
    const std::string mode = opdk::StringAttr(ctx, "interpolation_mode", "bilinear");
    const std::string padding = opdk::StringAttr(ctx, "padding_mode", "zeros");
    const bool align = opdk::BoolAttr(ctx, "align_corners", false);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    const T* grid = opdk::Values<const T>(ctx.Input(1)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const int64_t channels = y_dims[1], volume = x_dims[2] * x_dims[3] * x_dims[4];
    const int64_t size = y_dims[2] * y_dims[3] * y_dims[4];
    const int64_t points = ctx.Output(0)->NumElements() == 0 ? 0 : y_dims[0] * size;
    return opdk::ParallelRange(ctx, points, channels * 64, [&](int64_t begin, int64_t end) {
      for (int64_t point = begin; point < end; ++point) {
        // The grid has the last axis first.
        std::array<opdk::GridTaps, 3> taps;
        for (size_t axis = 0; axis < 3; ++axis) {
          const opdk::GridAxis of_axis{x_dims[axis + 2], padding == "zeros", padding == "reflection", align};
          const auto at = static_cast<int64_t>(2 - axis);
          taps[axis] = opdk::TapsOfGrid(of_axis, mode, static_cast<double>(grid[point * 3 + at]));
        }
        for (int64_t c = 0; c < channels; ++c) {
          const int64_t image = point / size * channels + c;
          y[image * size + point % size] = static_cast<T>(Sample(x + image * volume, x_dims, taps));
        }
      }
    });
  }

  template <typename T>
  static double Sample(const T* volume, const std::vector<int64_t>& dims, const std::array<opdk::GridTaps, 3>& taps) {
    double sum = 0;
    for (size_t d = 0; d < static_cast<size_t>(taps[0].count); ++d) {
      for (size_t r = 0; r < static_cast<size_t>(taps[1].count); ++r) {
        for (size_t c = 0; c < static_cast<size_t>(taps[2].count); ++c) {
          const double weight = taps[0].weight[d] * taps[1].weight[r] * taps[2].weight[c];
          if (weight == 0 || taps[0].at[d] < 0 || taps[1].at[r] < 0 || taps[2].at[c] < 0) continue;
          sum +=
              weight * static_cast<double>(volume[(taps[0].at[d] * dims[3] + taps[1].at[r]) * dims[4] + taps[2].at[c]]);
        }
      }
    }
    return sum;
  }
};
OPDK_CPU_KERNEL(GridSampler3D, GridSampler3DCpuKernel);

}  // namespace

}  // namespace aicpu
