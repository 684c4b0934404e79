#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/common/cast.h"

namespace {

const char* const kResize = "Resize";

// One axis of x and y. `width` is the length of y before it is rounded down.
struct ResizeAxis {
  int64_t from, to;
  double scale, width;
  double start, end;  // of the region of interest
};

// The elements of x of which one element of y is the weighted sum; none: it lies outside of the region.
struct ResizeTaps {
  std::vector<int64_t> at;
  std::vector<double> weight;

  size_t count() const { return at.size(); }
  void Add(double place, double w, int64_t extent) {
    at.push_back(static_cast<int64_t>(std::clamp(place, 0.0, static_cast<double>(extent - 1))));
    weight.push_back(w);
  }
};

struct ResizeRule {
  explicit ResizeRule(const aicpu::CpuKernelContext& ctx)
      : coordinates(opdk::StringAttr(ctx, "coordinate_transformation_mode", "half_pixel")),
        mode(opdk::StringAttr(ctx, "mode", "nearest")),
        nearest(opdk::StringAttr(ctx, "nearest_mode", "round_prefer_floor")),
        a(opdk::FloatAttr(ctx, "cubic_coeff_a", -0.75F)),
        exclude_outside(opdk::IntAttr(ctx, "exclude_outside", 0) != 0),
        antialias(opdk::IntAttr(ctx, "antialias", 0) != 0) {}

  double Coordinate(const ResizeAxis& axis, int64_t i) const {
    const auto at = static_cast<double>(i);
    const auto last = static_cast<double>(axis.from - 1);
    const double half_pixel = (at + 0.5) / axis.scale - 0.5;
    if (coordinates == "align_corners") return axis.width == 1 ? 0 : at * last / (axis.width - 1);
    if (coordinates == "asymmetric") return at / axis.scale;
    if (coordinates == "tf_half_pixel_for_nn") return (at + 0.5) / axis.scale;
    if (coordinates == "pytorch_half_pixel") return axis.to > 1 ? half_pixel : 0;
    if (coordinates == "half_pixel_symmetric") {
      const double adjustment = static_cast<double>(axis.to) / axis.width;
      return static_cast<double>(axis.from) / 2 * (1 - adjustment) + half_pixel;
    }
    if (coordinates != "tf_crop_and_resize") return half_pixel;
    if (axis.width == 1) return 0.5 * (axis.start + axis.end) * last;
    return axis.start * last + at * (axis.end - axis.start) * last / (axis.width - 1);
  }

  double NearestPlace(double place) const {
    if (nearest == "floor") return std::floor(place);
    if (nearest == "ceil") return std::ceil(place);
    return nearest == "round_prefer_ceil" ? std::floor(place + 0.5) : std::ceil(place - 0.5);
  }

  // The cubic's weights up to a distance of 1, and from there to 2.
  double Near(double d) const { return ((a + 2) * d - (a + 3)) * d * d + 1; }
  double Far(double d) const { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; }

  // The weights of a shrinking axis, spread over all elements that one of y stands for.
  ResizeTaps Spread(const ResizeAxis& axis, double place) const {
    ResizeTaps taps;
    const double reach = (mode == "linear" ? 1 : 2) / axis.scale;
    double sum = 0;
    for (double at = std::floor(place - reach) + 1; at < place + reach; ++at) {
      const double d = std::fabs(at - place) * axis.scale;
      const bool outside = at < 0 || at > static_cast<double>(axis.from - 1);
      const double weight = mode == "linear" ? 1 - d : d <= 1 ? Near(d) : Far(d);
      if (exclude_outside && outside) continue;
      taps.Add(at, weight, axis.from);
      sum += weight;
    }
    for (double& weight : taps.weight) weight /= sum;
    return taps;
  }

  ResizeTaps Taps(const ResizeAxis& axis, int64_t i) const {
    ResizeTaps taps;
    const double place = Coordinate(axis, i);
    if (coordinates == "tf_crop_and_resize" && !(place >= 0 && place <= static_cast<double>(axis.from - 1)))
      return taps;
    if (mode == "nearest") {
      taps.Add(NearestPlace(place), 1, axis.from);
      return taps;
    }
    if (antialias && axis.scale < 1) return Spread(axis, place);
    const double left = std::floor(place), r = place - left;
    if (mode == "linear") {
      taps.Add(left, 1 - r, axis.from);
      taps.Add(left + 1, r, axis.from);
      return taps;
    }
    const std::array<double, 4> weights = {Far(r + 1), Near(r), Near(1 - r), Far(2 - r)};
    double sum = 0;
    for (size_t k = 0; k < 4; ++k) {
      const double at = left - 1 + static_cast<double>(k);
      const bool outside = at < 0 || at > static_cast<double>(axis.from - 1);
      taps.Add(at, exclude_outside && outside ? 0 : weights[k], axis.from);
      sum += taps.weight[k];
    }
    if (exclude_outside && sum != 0) {
      for (double& weight : taps.weight) weight /= sum;
    }
    return taps;
  }

  std::string coordinates, mode, nearest;
  double a;
  bool exclude_outside, antialias;
};

std::vector<ResizeAxis> AxesOfResize(const aicpu::CpuKernelContext& ctx) {
  const auto x = opdk::DimsOf(ctx.Input(0)), y = opdk::DimsOf(ctx.Output(0));
  const auto roi = opdk::FloatValues(ctx.Input(1)), scales = opdk::FloatValues(ctx.Input(2));
  const bool by_scales = opdk::IntValues(ctx.Input(3)).empty() && scales.size() == x.size();
  std::vector<ResizeAxis> axes;
  for (size_t i = 0; i < x.size(); ++i) {
    const auto to = static_cast<double>(y[i]);
    const double scale = by_scales ? scales[i] : to / static_cast<double>(x[i]);
    const bool has_region = roi.size() == 2 * x.size();
    axes.push_back({x[i], y[i], scale, by_scales ? scale * static_cast<double>(x[i]) : to, has_region ? roi[i] : 0,
                    has_region ? roi[i + x.size()] : 1});
  }
  return axes;
}

bool TakesEachAsItIs(const std::vector<ResizeTaps>& taps, int64_t extent) {
  if (static_cast<int64_t>(taps.size()) != extent) return false;
  for (size_t i = 0; i < taps.size(); ++i) {
    double own = 0;
    for (size_t k = 0; k < taps[i].count(); ++k) {
      if (taps[i].weight[k] != 0 && taps[i].at[k] != static_cast<int64_t>(i)) return false;
      own += taps[i].weight[k];
    }
    if (own != 1) return false;
  }
  return true;
}

// The last axis, whose elements lie side by side.
template <typename C>
void ResizeRows(const aicpu::CpuKernelContext& ctx, const std::vector<C>& data, const std::vector<ResizeTaps>& taps,
                int64_t from, C outside, std::vector<C>& result) {
  const auto to = static_cast<int64_t>(taps.size());
  (void)opdk::ParallelRange(ctx, static_cast<int64_t>(data.size()) / from, to * 8, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const C* x = data.data() + row * from;
      C* y = result.data() + row * to;
      for (const ResizeTaps& tap : taps) {
        C sum = tap.count() == 0 ? outside : C(0);
        bool first = true;
        for (size_t k = 0; k < tap.count(); ++k) {
          if (tap.weight[k] == 0) continue;
          const C term = tap.weight[k] == 1 ? x[tap.at[k]] : static_cast<C>(tap.weight[k]) * x[tap.at[k]];
          sum = first ? term : sum + term;
          first = false;
        }
        *y++ = sum;
      }
    }
  });
}

// Replaces the axis of `data` ([outer, from, inner]) by the sums that `taps` tell. A weight of 0 reads nothing: what is
// not finite must not spread.
template <typename C>
std::vector<C> ResizeAlong(const aicpu::CpuKernelContext& ctx, const std::vector<C>& data,
                           const std::vector<ResizeTaps>& taps, int64_t from, int64_t inner, C outside) {
  const auto to = static_cast<int64_t>(taps.size());
  const int64_t outer = static_cast<int64_t>(data.size()) / (from * inner);
  std::vector<C> result(static_cast<size_t>(outer * to * inner));
  if (inner == 1) {
    ResizeRows(ctx, data, taps, from, outside, result);
    return result;
  }
  (void)opdk::ParallelRange(ctx, outer * to, inner * 8, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const ResizeTaps& tap = taps[static_cast<size_t>(row % to)];
      C* y = result.data() + row * inner;
      if (tap.count() == 0) std::fill(y, y + inner, outside);
      bool first = true;
      for (size_t k = 0; k < tap.count(); ++k) {
        if (tap.weight[k] == 0) continue;
        const C* x = data.data() + (row / to * from + tap.at[k]) * inner;
        for (int64_t i = 0; i < inner; ++i) {
          const C term = tap.weight[k] == 1 ? x[i] : static_cast<C>(tap.weight[k]) * x[i];
          y[i] = first ? term : y[i] + term;
        }
        first = false;
      }
    }
  });
  return result;
}

template <typename T>
uint32_t ResizeAs(const aicpu::CpuKernelContext& ctx) {
  const ResizeRule rule(ctx);
  const auto compute = [&]<typename C>() {
    const auto x = opdk::Values<const T>(ctx.Input(0));
    const auto y = opdk::Values<T>(ctx.Output(0));
    if (y.empty()) return opdk::kKernelOk;
    std::vector<C> data(x.size());
    std::transform(x.begin(), x.end(), data.begin(), [](T value) { return static_cast<C>(value); });
    const auto outside = opdk::SafeCast<C>(opdk::FloatAttr(ctx, "extrapolation_value", 0));
    int64_t inner = 1;
    const auto axes = AxesOfResize(ctx);
    for (size_t axis = axes.size(); axis-- > 0;) {
      std::vector<ResizeTaps> taps;
      for (int64_t i = 0; i < axes[axis].to; ++i) taps.push_back(rule.Taps(axes[axis], i));
      if (!TakesEachAsItIs(taps, axes[axis].from)) {
        data = ResizeAlong(ctx, data, taps, axes[axis].from, inner, outside);
      }
      inner *= axes[axis].to;
    }
    std::transform(data.begin(), data.end(), y.begin(), [](C value) { return opdk::SafeCast<T>(value); });
    return opdk::kKernelOk;
  };
  // What is only moved stays what it is.
  if (rule.mode == "nearest") return compute.template operator()<T>();
  return compute.template operator()<double>();
}

}  // namespace

namespace aicpu {

class ResizeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t>>;
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return ResizeAs<T>(ctx); });
  }
};

REGISTER_CPU_KERNEL(kResize, ResizeCpuKernel);

}  // namespace aicpu
