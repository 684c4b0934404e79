#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/image/resize_taps.h"

namespace {

using opdk::ResizeTaps;

// The type to sum T in. Integers are cut off, which shows every rounding; floats that nearly cancel show it, too.
template <typename T>
using SumType = std::conditional_t<opdk::kIsReduced<T>, float,
                                   std::conditional_t<opdk::kIsComplex<T>, std::complex<double>, double>>;

// A scale as a fraction: `to` elements of y for `from` of x.
struct ResizeFraction {
  double from, to;

  // Returns the fraction with the smallest denominator that is the float `scale` when it is rounded. Scales are
  // quotients of extents, or decimals, which float doesn't hold exactly. Any other scale stays as it is.
  static ResizeFraction Of(double scale) {
    for (double from = 1; from <= 8192; ++from) {
      const double to = std::round(scale * from);
      if (static_cast<double>(static_cast<float>(to / from)) == scale) return {from, to};
    }
    return {1, scale};
  }
  static ResizeFraction Between(int64_t from, int64_t to) {
    return {static_cast<double>(from), static_cast<double>(to)};
  }
};

// One axis of x and y.
struct ResizeAxis {
  int64_t from, to;
  ResizeFraction fraction;
  bool cut;           // the length of y is the fraction of x's, rounded down
  double start, end;  // of the region of interest
  float given = 0;    // the scale; 0: the lengths are given

  double scale() const { return fraction.to / fraction.from; }
  // Returns the length of y before it is rounded down, times fraction.from.
  double Reach() const {
    return cut ? static_cast<double>(from) * fraction.to : static_cast<double>(to) * fraction.from;
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

  // Divides whole numbers and adds halves: a place that is an element of x, or lies half between two, is exact.
  double Coordinate(const ResizeAxis& axis, int64_t i) const {
    const auto at = static_cast<double>(i);
    const auto last = static_cast<double>(axis.from - 1);
    const auto [from, to] = axis.fraction;
    const double intervals = axis.Reach() - from;
    if (coordinates == "align_corners") return intervals == 0 ? 0 : at * last * from / intervals;
    if (coordinates == "asymmetric") return at * from / to;
    const double centre = (at + 0.5) * from / to;
    if (coordinates == "tf_half_pixel_for_nn") return centre;
    if (coordinates == "pytorch_half_pixel") return axis.to > 1 ? centre - 0.5 : 0;
    if (coordinates == "half_pixel_symmetric" && axis.cut) {
      // The middles of both axes coincide.
      return last / 2 + (at + 0.5 - static_cast<double>(axis.to) / 2) * from / to;
    }
    if (coordinates != "tf_crop_and_resize") return centre - 0.5;
    if (intervals == 0) return 0.5 * (axis.start + axis.end) * last;
    return axis.start * last + at * (axis.end - axis.start) * last / (intervals / from);
  }

  // Returns the place that mode "nearest" rounds. A scale that is given is a float, and so is each step from it to the
  // place, as in ONNX Runtime: a place next to an element may round to that element or not. An axis that keeps its
  // length isn't moved.
  double NearestCoordinate(const ResizeAxis& axis, int64_t i) const {
    const bool aligned = coordinates == "align_corners" || coordinates == "tf_crop_and_resize";
    const auto at = static_cast<float>(i);
    if (!aligned && axis.from == axis.to && axis.scale() == 1) return at;
    if (aligned || axis.given == 0) return Coordinate(axis, i);
    if (coordinates == "asymmetric") return at / axis.given;
    const float centre = (at + 0.5F) / axis.given;
    if (coordinates == "tf_half_pixel_for_nn") return centre;
    if (coordinates == "pytorch_half_pixel" && axis.to <= 1) return 0;
    if (coordinates != "half_pixel_symmetric") return centre - 0.5F;
    const auto from = static_cast<float>(axis.from);
    const float shift = from / 2 * (1 - static_cast<float>(axis.to) / (axis.given * from));
    return shift + centre - 0.5F;
  }

  double NearestPlace(double place) const {
    if (nearest == "floor") return std::floor(place);
    if (nearest == "ceil") return std::ceil(place);
    return nearest == "round_prefer_ceil" ? std::floor(place + 0.5) : std::ceil(place - 0.5);
  }

  // Computes the cubic's weight up to a distance of 1; Far does so from 1 to 2.
  double Near(double d) const { return ((a + 2) * d - (a + 3)) * d * d + 1; }
  double Far(double d) const { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; }

  // Returns the weights of a shrinking axis, spread over all elements of x that an element of y covers.
  ResizeTaps Spread(const ResizeAxis& axis, double place) const {
    ResizeTaps taps;
    const double reach = (mode == "linear" ? 1 : 2) / axis.scale();
    double sum = 0;
    for (double at = std::floor(place - reach) + 1; at < place + reach; ++at) {
      const double d = std::fabs(at - place) * axis.scale();
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
    const double place = mode == "nearest" ? NearestCoordinate(axis, i) : Coordinate(axis, i);
    if (coordinates == "tf_crop_and_resize" && !(place >= 0 && place <= static_cast<double>(axis.from - 1)))
      return taps;
    if (mode == "nearest") {
      taps.Add(NearestPlace(place), 1, axis.from);
      return taps;
    }
    if (antialias && axis.scale() < 1) return Spread(axis, place);
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
  const bool by_scales = scales.size() == x.size();
  std::vector<ResizeAxis> axes;
  for (size_t i = 0; i < x.size(); ++i) {
    const bool has_region = roi.size() == 2 * x.size();
    const auto fraction = by_scales ? ResizeFraction::Of(scales[i]) : ResizeFraction::Between(x[i], y[i]);
    axes.push_back({x[i], y[i], fraction, by_scales, has_region ? roi[i] : 0, has_region ? roi[i + x.size()] : 1,
                    by_scales ? static_cast<float>(scales[i]) : 0});
  }
  return axes;
}

// Returns the taps of the axes that the D forms resize, the last spatial ones. The entries of the other axes are empty.
opdk::AxisTaps TapsOfSpatialAxes(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& from,
                                 const std::vector<int64_t>& to) {
  const ResizeRule rule(ctx);
  const auto sizes = opdk::ListIntAttr(ctx, "sizes"), roi = opdk::ListIntAttr(ctx, "roi");
  const auto* given = ctx.GetAttr("scales");
  const auto scales = given == nullptr ? std::vector<float>() : given->GetListFloat();
  const bool channels_last = opdk::StringAttr(ctx, "data_format", "NCHW").ends_with('C');
  const size_t count = sizes.empty() ? from.size() - 2 : sizes.size();
  const size_t first = from.size() - count - (channels_last ? 1 : 0);
  opdk::AxisTaps along(from.size());
  for (size_t i = 0; i < count; ++i) {
    const int64_t extent = from[first + i], wanted = to[first + i];
    const auto fraction =
        scales.empty() ? ResizeFraction::Between(extent, wanted) : ResizeFraction::Of(static_cast<double>(scales[i]));
    const double start = roi.empty() ? 0 : static_cast<double>(roi[i]);
    const double end = roi.empty() ? 1 : static_cast<double>(roi[i + count]);
    for (int64_t k = 0; k < wanted; ++k) {
      along[first + i].push_back(rule.Taps({extent, wanted, fraction, false, start, end}, k));
    }
  }
  return along;
}

template <typename T>
uint32_t ResizeAs(const aicpu::CpuKernelContext& ctx) {
  const ResizeRule rule(ctx);
  const auto compute = [&]<typename C>() {
    const auto outside = opdk::SafeCast<C>(opdk::FloatAttr(ctx, "extrapolation_value", 0));
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    opdk::AxisTaps along;
    for (const ResizeAxis& axis : AxesOfResize(ctx)) {
      along.emplace_back();
      for (int64_t i = 0; i < axis.to; ++i) along.back().push_back(rule.Taps(axis, i));
    }
    return opdk::ResizeTensor<T, T, C>(ctx, along, outside);
  };
  // Elements that are only moved keep their type and value.
  if (rule.mode == "nearest") return compute.template operator()<T>();
  return compute.template operator()<SumType<T>>();
}

}  // namespace

namespace aicpu {

class ResizeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    // A bool is a byte that is 0 or 1.
    if (ctx.Input(0)->GetDataType() == DT_BOOL) return ResizeAs<uint8_t>(ctx);
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ResizeAs<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(Resize, ResizeCpuKernel);

class ResizeDCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = TapsOfSpatialAxes(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)));
    const float outside = opdk::FloatAttr(ctx, "extrapolation_value", 0);
    return opdk::Dispatch(opdk::Types<float, opdk::Half>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, SumType<T>>(ctx, taps, outside); });
  }
};
OPDK_CPU_KERNEL(ResizeD, ResizeDCpuKernel);

class ResizeGradDCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto from = opdk::DimsOf(ctx.Output(0));
    auto taps = TapsOfSpatialAxes(ctx, from, opdk::DimsOf(ctx.Input(0)));
    for (size_t axis = 0; axis < taps.size(); ++axis) {
      if (!taps[axis].empty()) taps[axis] = opdk::Transposed(taps[axis], from[axis]);
    }
    return opdk::Dispatch(opdk::Types<float, opdk::Half>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, double>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(ResizeGradD, ResizeGradDCpuKernel);

}  // namespace aicpu
