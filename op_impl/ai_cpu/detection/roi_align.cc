#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// The places of one axis of a region: `samples` for each bin, each between two elements. The numbers are computed in C,
// the type of the corners and of the scale: 30 times the float 0.1 is 3 in float, which wider numbers don't find.
template <typename C>
struct RoiAxis {
  int64_t samples;
  struct Place {
    bool outside;
    std::array<int64_t, 2> at;
    std::array<double, 2> weight;
  };
  std::vector<Place> places;

  RoiAxis(C begin, C length, int64_t bins, int64_t given, int64_t extent) {
    const C bin = length / static_cast<C>(bins);
    samples = given > 0 ? given : static_cast<int64_t>(std::ceil(bin));
    for (int64_t i = 0; i < bins * samples; ++i) {
      const int64_t number = i / samples;
      const C in_bin = (static_cast<C>(i % samples) + C(0.5)) * bin / static_cast<C>(samples);
      const C at = begin + static_cast<C>(number) * bin + in_bin;
      places.push_back(PlaceAt(static_cast<double>(at), extent));
    }
  }

  std::span<const Place> OfBin(int64_t bin) const {
    return std::span(places).subspan(static_cast<size_t>(bin * samples), static_cast<size_t>(samples));
  }

  static Place PlaceAt(double at, int64_t extent) {
    if (!(at >= -1) || at > static_cast<double>(extent) || extent == 0) return {true, {0, 0}, {0, 0}};
    at = std::min(std::max(at, 0.0), static_cast<double>(extent - 1));
    const auto low = static_cast<int64_t>(at);
    const double rest = at - static_cast<double>(low);
    return {false, {low, std::min(low + 1, extent - 1)}, {1 - rest, rest}};
  }
};

template <typename C>
struct Region {
  Region(int64_t of, RoiAxis<C> y, RoiAxis<C> x) : image(of), rows(std::move(y)), columns(std::move(x)) {}

  int64_t image;
  RoiAxis<C> rows, columns;
};

class RoiAlignCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Align<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Align(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(0)), out = opdk::DimsOf(ctx.Output(0));
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    using C = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const std::vector<double> rois = opdk::FloatValues(ctx.Input(1));
    const uint32_t inside = opdk::RequireImages("rois", rois, opdk::DimsOf(ctx.Input(1)), dims[0]);
    if (inside != opdk::kKernelOk) return inside;
    const auto y = opdk::Values<T>(ctx.Output(0));
    const auto scale = static_cast<C>(opdk::FloatAttr(ctx, "spatial_scale", 1));
    const int64_t mode = opdk::IntAttr(ctx, "roi_end_mode", 1), samples = opdk::IntAttr(ctx, "sample_num", 2);
    const bool average = opdk::StringAttr(ctx, "pool_mode", "avg") == "avg";
    // Regions, empty where a region isn't usable.
    std::vector<std::optional<Region<C>>> regions(static_cast<size_t>(out[0]));
    int64_t most_samples = 1;
    for (size_t i = 0; i < regions.size(); ++i) {
      const double* roi = rois.data() + i * 5;
      if (!Usable(roi, static_cast<double>(scale))) continue;
      const C shift = mode >= 2 ? C(-0.5) : C(0), least = mode == 2 ? C(-1e30) : C(1);
      const auto corner = [&](size_t number) {
        const C more = mode == 1 && number > 2 ? C(1) : C(0);
        return (static_cast<C>(roi[number]) + more) * scale + shift;
      };
      const C left = corner(1), top = corner(2);
      const C width = std::max(corner(3) - left, least), height = std::max(corner(4) - top, least);
      regions[i].emplace(static_cast<int64_t>(roi[0]), RoiAxis<C>(top, height, out[2], samples, dims[2]),
                         RoiAxis<C>(left, width, out[3], samples, dims[3]));
      most_samples = std::max(most_samples, regions[i]->rows.samples * regions[i]->columns.samples);
    }
    const int64_t plane = out[2] * out[3];
    return opdk::ParallelRange(ctx, out[0] * out[1], plane * most_samples * 8, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const std::optional<Region<C>>& region = regions[static_cast<size_t>(i / out[1])];
        T* to = y.data() + i * plane;
        if (!region) {
          std::fill(to, to + plane, T(0));
          continue;
        }
        const T* from = x + (region->image * dims[1] + i % out[1]) * dims[2] * dims[3];
        for (int64_t bin = 0; bin < plane; ++bin) {
          const int64_t row = bin / out[3], column = bin % out[3];
          to[bin] = static_cast<T>(average ? Average(from, dims[3], *region, row, column)
                                           : Greatest(from, dims[3], *region, row, column));
        }
      }
    });
  }

  // Returns whether a region is small enough to count its elements.
  static bool Usable(const double* roi, double scale) {
    return std::all_of(roi + 1, roi + 5, [&](double corner) { return std::fabs(corner * scale) < 1e6; });
  }

  template <typename T, typename C>
  static double Average(const T* plane, int64_t stride, const Region<C>& region, int64_t row, int64_t column) {
    const auto rows = region.rows.OfBin(row), columns = region.columns.OfBin(column);
    double sum = 0;
    for (const auto& high : rows) {
      if (high.outside) continue;
      const T *upper = plane + high.at[0] * stride, *lower = plane + high.at[1] * stride;
      for (const auto& wide : columns) {
        if (wide.outside) continue;
        sum += high.weight[0] * wide.weight[0] * static_cast<double>(upper[wide.at[0]]);
        sum += high.weight[0] * wide.weight[1] * static_cast<double>(upper[wide.at[1]]);
        sum += high.weight[1] * wide.weight[0] * static_cast<double>(lower[wide.at[0]]);
        sum += high.weight[1] * wide.weight[1] * static_cast<double>(lower[wide.at[1]]);
      }
    }
    return sum / static_cast<double>(std::max<size_t>(rows.size() * columns.size(), 1));
  }

  template <typename T, typename C>
  static double Greatest(const T* plane, int64_t stride, const Region<C>& region, int64_t row, int64_t column) {
    const auto rows = region.rows.OfBin(row), columns = region.columns.OfBin(column);
    if (rows.empty() || columns.empty()) return 0;
    double greatest = -INFINITY;
    for (const auto& high : rows) {
      for (const auto& wide : columns) {
        if (high.outside || wide.outside) {
          greatest = std::fmax(greatest, 0);
          continue;
        }
        for (size_t k = 0; k < 4; ++k) {
          const auto value = static_cast<double>(plane[high.at[k / 2] * stride + wide.at[k % 2]]);
          greatest = std::fmax(greatest, high.weight[k / 2] * wide.weight[k % 2] * value);
        }
      }
    }
    return greatest;
  }
};
OPDK_CPU_KERNEL(ROIAlign, RoiAlignCpuKernel);

}  // namespace

}  // namespace aicpu
