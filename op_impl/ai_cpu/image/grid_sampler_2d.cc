#include <array>
#include <cmath>
#include <string>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kGridSampler2D = "GridSampler2D";

// How positions along one axis of x become elements of x.
struct GridAxis {
  int64_t extent;
  bool zeros, reflection, align_corners;

  double Position(double at) const {
    if (std::isnan(at)) at = -1;
    const auto size = static_cast<double>(extent);
    return align_corners ? (at + 1) / 2 * (size - 1) : ((at + 1) * size - 1) / 2;
  }

  // The position brought back between the borders; outside of them with zeros.
  double Inside(double position) const {
    if (zeros) return position;
    const auto last = static_cast<double>(extent - 1);
    if (reflection) position = Reflected(position, align_corners ? 0 : -0.5, align_corners ? last : last + 0.5);
    return std::fmin(std::fmax(position, 0), last);
  }

  // The element at a whole position, -1: none, a zero.
  int64_t Element(double position) const {
    position = Inside(position);
    return position >= 0 && position < static_cast<double>(extent) ? static_cast<int64_t>(position) : -1;
  }

  static double Reflected(double position, double low, double high) {
    const double span = high - low;
    if (!(span > 0) || std::isinf(position)) return low;
    const double folded = std::fmod(std::fabs(position - low), 2 * span);
    return low + (folded > span ? 2 * span - folded : folded);
  }
};

// The weighted elements of one axis that a sample takes.
struct GridTaps {
  int count = 0;
  std::array<int64_t, 4> at{};
  std::array<double, 4> weight{};

  void Add(const GridAxis& axis, double position, double w) {
    at[static_cast<size_t>(count)] = axis.Element(position);
    weight[static_cast<size_t>(count++)] = w;
  }
};

GridTaps TapsOfGrid(const GridAxis& axis, const std::string& mode, double at) {
  GridTaps taps;
  const double given = axis.Position(at);
  if (mode == "bicubic") {
    if (std::isinf(given)) {
      taps.Add(axis, given, 1);
      return taps;
    }
    constexpr double kA = -0.75;
    const double left = std::floor(given), r = given - left;
    const auto near = [](double d) { return ((kA + 2) * d - (kA + 3)) * d * d + 1; };
    const auto far = [](double d) { return ((kA * d - 5 * kA) * d + 8 * kA) * d - 4 * kA; };
    taps.Add(axis, left - 1, far(r + 1));
    taps.Add(axis, left, near(r));
    taps.Add(axis, left + 1, near(1 - r));
    taps.Add(axis, left + 2, far(2 - r));
    return taps;
  }
  const double position = axis.Inside(given);
  if (mode == "nearest" || std::isinf(position)) {
    taps.Add(axis, std::nearbyint(position), 1);
    return taps;
  }
  const double left = std::floor(position);
  taps.Add(axis, left, 1 - (position - left));
  taps.Add(axis, left + 1, position - left);
  return taps;
}

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

REGISTER_CPU_KERNEL(kGridSampler2D, GridSampler2DCpuKernel);

}  // namespace aicpu
