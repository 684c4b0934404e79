#include <string>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/image/grid_taps.h"

namespace {

using opdk::GridAxis;
using opdk::GridTaps;
using opdk::TapsOfGrid;

template <typename T>
double SampleOf(const T* plane, int64_t width, const GridTaps& rows, const GridTaps& columns) {
  double sum = 0;
  for (size_t r = 0; r < static_cast<size_t>(rows.count); ++r) {
    for (size_t c = 0; c < static_cast<size_t>(columns.count); ++c) {
      const double weight = rows.weight[r] * columns.weight[c];
      if (weight == 0 || rows.at[r] < 0 || columns.at[c] < 0) continue;
      sum += weight * static_cast<double>(plane[rows.at[r] * width + columns.at[c]]);
    }
  }
  return sum;
}

template <typename T>
uint32_t SampleGrid(const aicpu::CpuKernelContext& ctx) {
  const auto x_dims = opdk::DimsOf(ctx.Input(0)), y_dims = opdk::DimsOf(ctx.Output(0));
  const std::string mode = opdk::StringAttr(ctx, "interpolation_mode", "bilinear");
  const std::string padding = opdk::StringAttr(ctx, "padding_mode", "zeros");
  const bool align = opdk::BoolAttr(ctx, "align_corners", false);
  const GridAxis height{x_dims[2], padding == "zeros", padding == "reflection", align};
  const GridAxis width{x_dims[3], padding == "zeros", padding == "reflection", align};
  const T* x = opdk::Values<const T>(ctx.Input(0)).data();
  const T* grid = opdk::Values<const T>(ctx.Input(1)).data();
  T* y = opdk::Values<T>(ctx.Output(0)).data();
  const int64_t channels = y_dims[1], plane = x_dims[2] * x_dims[3], size = y_dims[2] * y_dims[3];
  const int64_t points = ctx.Output(0)->NumElements() == 0 ? 0 : y_dims[0] * size;
  return opdk::ParallelRange(ctx, points, channels * 32, [&](int64_t begin, int64_t end) {
    for (int64_t point = begin; point < end; ++point) {
      const GridTaps columns = TapsOfGrid(width, mode, static_cast<double>(grid[point * 2]));
      const GridTaps rows = TapsOfGrid(height, mode, static_cast<double>(grid[point * 2 + 1]));
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t image = point / size * channels + c;
        y[image * size + point % size] = static_cast<T>(SampleOf(x + image * plane, x_dims[3], rows, columns));
      }
    }
  });
}

}  // namespace

namespace aicpu {

class GridSampler2DCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return SampleGrid<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(GridSampler2D, GridSampler2DCpuKernel);

}  // namespace aicpu
