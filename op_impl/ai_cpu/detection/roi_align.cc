#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

const char* const kRoiAlign = "ROIAlign";

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
      const C in_bin = (static_cast<C>(i % samples) + C(0.5)) * bin / static_cast<C>(samples);
      const C at = begin + static_cast<C>(i / samples) * bin + in_bin;
      places.push_back(PlaceAt(static_cast<double>(at), extent));
    }
  }

  static Place PlaceAt(double at, int64_t extent) {
    if (!(at >= -1) || at > static_cast<double>(extent) || extent == 0) return {true, {0, 0}, {0, 0}};
    at = std::min(std::max(at, 0.0), static_cast<double>(extent - 1));
    const auto low = static_cast<int64_t>(at);
    const double rest = at - static_cast<double>(low);
    return {false, {low, std::min(low + 1, extent - 1)}, {1 - rest, rest}};
  }
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
    const auto y = opdk::Values<T>(ctx.Output(0));
    const auto scale = static_cast<C>(opdk::FloatAttr(ctx, "spatial_scale", 1));
    const int64_t mode = opdk::IntAttr(ctx, "roi_end_mode", 1), samples = opdk::IntAttr(ctx, "sample_num", 2);
    const bool average = opdk::StringAttr(ctx, "pool_mode", "avg") == "avg";
    const int64_t plane = out[2] * out[3];
    for (int64_t region = 0; region < out[0]; ++region) {
      const double* roi = rois.data() + region * 5;
      if (!Usable(roi, static_cast<double>(scale), dims[0])) {
        const auto from = y.begin() + region * out[1] * plane;
        std::fill(from, from + out[1] * plane, T(0));
        continue;
      }
      const C shift = mode >= 2 ? C(-0.5) : C(0), least = mode == 2 ? C(-1e30) : C(1);
      const auto corner = [&](size_t i) {
        const C more = mode == 1 && i > 2 ? C(1) : C(0);
        return (static_cast<C>(roi[i]) + more) * scale + shift;
      };
      const C left = corner(1), top = corner(2);
      const C width = std::max(corner(3) - left, least), height = std::max(corner(4) - top, least);
      const RoiAxis<C> rows(top, height, out[2], samples, dims[2]), columns(left, width, out[3], samples, dims[3]);
      const T* image = x + static_cast<int64_t>(roi[0]) * dims[1] * dims[2] * dims[3];
      (void)opdk::ParallelRange(
          ctx, out[1] * plane, rows.samples * columns.samples * 8, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i) {
              const T* of_channel = image + i / plane * dims[2] * dims[3];
              const int64_t bin = i % plane;
              y[static_cast<size_t>(region * out[1] * plane + i)] =
                  static_cast<T>(Bin(of_channel, dims[3], rows, columns, bin / out[3], bin % out[3], average));
            }
          });
    }
    return opdk::kKernelOk;
  }

  // Inside of the images and small enough to count its elements.
  static bool Usable(const double* roi, double scale, int64_t images) {
    for (int i = 1; i < 5; ++i) {
      if (!(std::fabs(roi[i] * scale) < 1e6)) return false;
    }
    return roi[0] >= 0 && roi[0] < static_cast<double>(images);
  }

  template <typename T, typename C>
  static double Bin(const T* plane, int64_t stride, const RoiAxis<C>& rows, const RoiAxis<C>& columns, int64_t row,
                    int64_t column, bool average) {
    double sum = 0, greatest = -INFINITY;
    int64_t count = 0;
    for (int64_t r = row * rows.samples; r < (row + 1) * rows.samples; ++r) {
      for (int64_t c = column * columns.samples; c < (column + 1) * columns.samples; ++c, ++count) {
        const auto& high = rows.places[static_cast<size_t>(r)];
        const auto& wide = columns.places[static_cast<size_t>(c)];
        const bool outside = high.outside || wide.outside;
        if (outside) greatest = std::fmax(greatest, 0);
        for (size_t k = 0; !outside && k < 4; ++k) {
          const auto value = static_cast<double>(plane[high.at[k / 2] * stride + wide.at[k % 2]]);
          const double term = high.weight[k / 2] * wide.weight[k % 2] * value;
          sum += term;
          greatest = std::fmax(greatest, term);
        }
      }
    }
    if (average) return sum / static_cast<double>(std::max<int64_t>(count, 1));
    return count == 0 ? 0 : greatest;
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kRoiAlign, RoiAlignCpuKernel);

}  // namespace aicpu
