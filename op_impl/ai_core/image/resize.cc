// Tensors sampled anew along some of their axes: ONNX's Resize with its modes, one axis after the other.
#include <array>
#include <cmath>

#include "op_impl/ai_core/common/image_scale.h"
#include "tbe/schedule.h"

namespace tbe {
namespace {

// `out` elements of y cover `in` elements of x. Both numbers are whole where the ratio is a fraction, so that a place
// that is an element of x is computed exactly.
struct ResizeRatio {
  double in, out;
};

// One axis of x and y.
struct ResizedAxis {
  int64_t axis, from, to;
  ResizeRatio ratio;
  double wide;        // the length of y before it is rounded down, times ratio.in
  double start, end;  // of the region of interest
  float given = 0;    // the scale; 0: the lengths are given

  double scale() const { return ratio.out / ratio.in; }
};

ResizeRatio RatioOfExtents(int64_t from, int64_t to) { return {static_cast<double>(from), static_cast<double>(to)}; }

// Returns the ratio with the smallest denominator that is `scale` when it is rounded to float: 0.6 is 3/5, the float
// next to 18/14 is 9/7. The search goes down the Stern-Brocot tree, from both ends of an interval around the scale to
// the fraction between.
ResizeRatio RatioOfScale(double scale) {
  constexpr double kGreatestDenominator = 8192;
  const double whole = std::floor(scale);
  ResizeRatio low = {1, whole}, high = {1, whole + 1};
  if (scale == whole) return low;
  while (low.in + high.in <= kGreatestDenominator) {
    const ResizeRatio between = {low.in + high.in, low.out + high.out};
    const auto rounded = static_cast<double>(static_cast<float>(between.out / between.in));
    if (rounded == scale) return between;
    (rounded < scale ? low : high) = between;
  }
  return {1, scale};
}

struct ResizeRule {
  ResizeRule(const OpParams& op, bool antialiases)
      : coordinates(op.String("coordinate_transformation_mode")),
        mode(op.String("mode")),
        nearest(op.String("nearest_mode")),
        a(static_cast<double>(op.Float("cubic_coeff_a"))),
        exclude_outside(op.Int("exclude_outside") != 0),
        antialias(antialiases) {}

  bool Crops() const { return coordinates == "tf_crop_and_resize"; }

  // Returns whether each element keeps its place.
  bool Stays(const ResizedAxis& axis) const {
    if (axis.from != axis.to || axis.scale() != 1) return false;
    if (coordinates == "tf_half_pixel_for_nn") return mode == "nearest";
    return !Crops() || (axis.start == 0 && axis.end == 1);
  }

  std::string coordinates, mode, nearest;
  double a;
  bool exclude_outside, antialias;
};

Expr DoubleParam(double value) { return at(Param(value, ge::DT_DOUBLE)); }

// Returns the place in x of element i of y with tf_crop_and_resize.
Expr CropCoordinate(const ResizedAxis& axis, const Expr& i) {
  const auto last = static_cast<double>(axis.from - 1);
  const double width = axis.wide / axis.ratio.in;
  if (width == 1) return i * 0.0 + DoubleParam(0.5 * (axis.start + axis.end) * last);
  return DoubleParam(axis.start * last) + i * DoubleParam((axis.end - axis.start) * last) / DoubleParam(width - 1);
}

// Returns the place in x of element i of y. Numerators and denominators are whole numbers, so only the division rounds.
Expr ResizeCoordinate(const ResizeRule& rule, const ResizedAxis& axis, const Expr& index) {
  const Expr i = cast(index, ge::DT_DOUBLE);
  const auto [in, out] = axis.ratio;
  if (rule.Crops()) return CropCoordinate(axis, i);
  if (rule.coordinates == "align_corners") {
    const double intervals = axis.wide - in;
    return intervals == 0 ? i * 0.0 : i * DoubleParam(static_cast<double>(axis.from - 1) * in) / DoubleParam(intervals);
  }
  if (rule.coordinates == "asymmetric") return i * DoubleParam(in) / DoubleParam(out);
  if (rule.coordinates == "pytorch_half_pixel" && axis.to <= 1) return i * 0.0;
  const Expr centre = i * DoubleParam(2 * in);
  if (rule.coordinates == "tf_half_pixel_for_nn") return (centre + DoubleParam(in)) / DoubleParam(2 * out);
  double start = in - out;
  if (rule.coordinates == "half_pixel_symmetric" && axis.wide != static_cast<double>(axis.to) * in) {
    start = static_cast<double>(axis.from - 1) * out + static_cast<double>(1 - axis.to) * in;
  }
  return (centre + DoubleParam(start)) / DoubleParam(2 * out);
}

Expr FloatParam(float value) { return at(Param(static_cast<double>(value), ge::DT_FLOAT)); }

// Returns the place that mode "nearest" rounds. A scale that is given is a float, and so is each step from it to the
// place, as in ONNX Runtime.
Expr NearestResizeCoordinate(const ResizeRule& rule, const ResizedAxis& axis, const Expr& index) {
  const bool shrinks_to_one = rule.coordinates == "pytorch_half_pixel" && axis.to <= 1;
  if (axis.given == 0 || rule.Crops() || rule.coordinates == "align_corners" || shrinks_to_one) {
    return ResizeCoordinate(rule, axis, index);
  }
  const Expr i = cast(index, ge::DT_FLOAT), scale = FloatParam(axis.given);
  if (rule.coordinates == "asymmetric") return cast(i / scale, ge::DT_DOUBLE);
  const Expr centre = (i + FloatParam(0.5F)) / scale;
  if (rule.coordinates == "tf_half_pixel_for_nn") return cast(centre, ge::DT_DOUBLE);
  if (rule.coordinates != "half_pixel_symmetric") return cast(centre - FloatParam(0.5F), ge::DT_DOUBLE);
  const auto from = static_cast<float>(axis.from);
  const float shift = from / 2 * (1 - static_cast<float>(axis.to) / (axis.given * from));
  return cast(FloatParam(shift) + centre - FloatParam(0.5F), ge::DT_DOUBLE);
}

// Computes a number for each element of an axis of y, once and not for every row.
Tensor AxisTable(const ResizedAxis& axis, const std::function<Expr(const Expr& i)>& entry) {
  const Tensor table = compute({axis.to}, [&](const std::vector<Expr>& i) { return entry(i[0]); });
  return schedule_hint(table, {.materialize = true});
}

Tensor ResizePlaces(const ResizeRule& rule, const ResizedAxis& axis) {
  return AxisTable(axis, [&](const Expr& i) { return ResizeCoordinate(rule, axis, i); });
}

Tensor NearestResizePlaces(const ResizeRule& rule, const ResizedAxis& axis) {
  return AxisTable(axis, [&](const Expr& i) {
    const Expr place = NearestResizeCoordinate(rule, axis, i);
    if (rule.nearest == "floor") return floor(place, ge::DT_INT64);
    if (rule.nearest == "ceil") return ceil(place, ge::DT_INT64);
    return rule.nearest == "round_prefer_ceil" ? floor(place + 0.5, ge::DT_INT64) : ceil(place - 0.5, ge::DT_INT64);
  });
}

// Resizes an axis of x: element i becomes combined(read, i), where read(n) is element n of x, or the nearest element if
// n is outside.
using ReadAlong = std::function<Expr(const Expr& n)>;
Tensor ResizedAlong(const ResizedAxis& axis, const Tensor& x,
                    const std::function<Expr(const ReadAlong& read, const Expr& i)>& combined) {
  Dims shape = x.shape();
  shape[static_cast<size_t>(axis.axis)] = axis.to;
  return compute(shape, [&](const std::vector<Expr>& i) {
    const auto read = [&](const Expr& n) {
      std::vector<Expr> from = i;
      from[static_cast<size_t>(axis.axis)] = Inside(n, x, axis.axis);
      return at(x, from);
    };
    return combined(read, i[static_cast<size_t>(axis.axis)]);
  });
}

Tensor ResizedNearest(const ResizeRule& rule, const ResizedAxis& axis, const Tensor& x) {
  const Tensor places = NearestResizePlaces(rule, axis);
  return ResizedAlong(axis, x, [&](const ReadAlong& read, const Expr& i) { return read(at(places, {i})); });
}

Tensor LeftNeighbours(const ResizedAxis& axis, const Tensor& places) {
  return AxisTable(axis, [&](const Expr& i) { return floor(at(places, {i}), ge::DT_INT64); });
}

Expr RightShare(const Tensor& places, const Expr& i) {
  const Expr place = at(places, {i});
  return place - floor(place, ge::DT_DOUBLE);
}

Tensor ResizedLinear(const ResizeRule& rule, const ResizedAxis& axis, const Tensor& x) {
  const Tensor places = ResizePlaces(rule, axis), left = LeftNeighbours(axis, places);
  const Tensor share = AxisTable(axis, [&](const Expr& i) { return cast(RightShare(places, i), x.dtype()); });
  return ResizedAlong(axis, x, [&](const ReadAlong& read, const Expr& i) {
    const Expr low = at(left, {i});
    return Mixed(read(low), read(low + 1), at(share, {i}));
  });
}

// Computes the cubic's weight up to a distance of 1; FarWeight does so from 1 to 2. Call both inside compute(), as any
// function that reads a Param.
Expr NearWeight(const ResizeRule& rule, const Expr& d) {
  const Expr a = DoubleParam(rule.a);
  return ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0;
}
Expr FarWeight(const ResizeRule& rule, const Expr& d) {
  const Expr a = DoubleParam(rule.a);
  return ((a * d - a * 5.0) * d + a * 8.0) * d - a * 4.0;
}

Expr IsInside(const ResizedAxis& axis, const Expr& n) { return n >= 0 && n < at(Param(axis.from, ge::DT_INT64)); }

// Multiplies an element by its weight. A weight of 0 reads nothing, because a number that isn't finite must not spread.
Expr Weighed(const Expr& weight, const Expr& x) { return select(weight == 0, 0, weight * x); }

// Returns the weights of 4 neighbours. The first neighbour is the one to the left of `left`.
std::array<Tensor, 4> CubicWeights(const ResizeRule& rule, const ResizedAxis& axis, const Tensor& places,
                                   const Tensor& left, DataType type) {
  const auto weights = [&](const Expr& i) {
    const Expr r = RightShare(places, i);
    std::array<Expr, 4> each = {FarWeight(rule, r + 1.0), NearWeight(rule, r), NearWeight(rule, 1.0 - r),
                                FarWeight(rule, 2.0 - r)};
    if (!rule.exclude_outside) return each;
    for (size_t k = 0; k < 4; ++k) {
      each[k] = select(IsInside(axis, at(left, {i}) + (static_cast<int64_t>(k) - 1)), each[k], 0.0);
    }
    const Expr sum = each[0] + each[1] + each[2] + each[3], divisor = select(sum == 0.0, 1.0, sum);
    for (Expr& weight : each) weight = weight / divisor;
    return each;
  };
  std::array<Tensor, 4> tables;
  for (size_t k = 0; k < 4; ++k) {
    tables[k] = AxisTable(axis, [&](const Expr& i) { return cast(weights(i)[k], type); });
  }
  return tables;
}

Tensor ResizedCubic(const ResizeRule& rule, const ResizedAxis& axis, const Tensor& x) {
  const Tensor places = ResizePlaces(rule, axis), left = LeftNeighbours(axis, places);
  const std::array<Tensor, 4> weights = CubicWeights(rule, axis, places, left, x.dtype());
  return ResizedAlong(axis, x, [&](const ReadAlong& read, const Expr& i) {
    const auto term = [&](size_t k) {
      return Weighed(at(weights[k], {i}), read(at(left, {i}) + (static_cast<int64_t>(k) - 1)));
    };
    return term(0) + term(1) + term(2) + term(3);
  });
}

// Resizes a shrinking axis with antialiasing. The weights are spread over all elements of x that an element of y
// covers.
Tensor ResizedSpread(const ResizeRule& rule, const ResizedAxis& axis, const Tensor& x) {
  const bool linear = rule.mode == "linear";
  const double reach = (linear ? 1 : 2) / axis.scale();
  const Dims taps = {static_cast<int64_t>(std::ceil(2 * reach)) + 1};
  const Tensor places = ResizePlaces(rule, axis);
  const Tensor first =
      AxisTable(axis, [&](const Expr& i) { return floor(at(places, {i}) - DoubleParam(reach), ge::DT_INT64) + 1; });
  const Tensor raw = compute({axis.to, taps[0]}, [&](const std::vector<Expr>& i) {
    const Expr n = at(first, {i[0]}) + i[1], offset = cast(n, ge::DT_DOUBLE) - at(places, {i[0]});
    const Expr d = vabs(offset) * DoubleParam(axis.scale());
    const Expr weight = linear ? 1.0 - d : select(d <= 1.0, NearWeight(rule, d), FarWeight(rule, d));
    const Expr counts = offset < DoubleParam(reach);
    return select(rule.exclude_outside ? counts && IsInside(axis, n) : counts, weight, 0.0);
  });
  const Tensor sums =
      compute({axis.to}, ReduceOp::kSum, taps, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
        return at(raw, {i[0], r[0]});
      });
  const Tensor weights = schedule_hint(compute(raw.shape(),
                                               [&](const std::vector<Expr>& i) {
                                                 return cast(at(raw, {i[0], i[1]}) / at(sums, {i[0]}), x.dtype());
                                               }),
                                       {.materialize = true});
  Dims shape = x.shape();
  const auto at_axis = static_cast<size_t>(axis.axis);
  shape[at_axis] = axis.to;
  return compute(shape, ReduceOp::kSum, taps, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> from = i;
    from[at_axis] = Inside(at(first, {i[at_axis]}) + r[0], x, axis.axis);
    return Weighed(at(weights, {i[at_axis], r[0]}), at(x, from));
  });
}

// Replaces the elements of y whose place is outside of x by `outside`.
Tensor CroppedResize(const ResizeRule& rule, const std::vector<ResizedAxis>& axes, const Tensor& y, float outside) {
  std::vector<Tensor> places;
  places.reserve(axes.size());
  for (const ResizedAxis& axis : axes) places.push_back(ResizePlaces(rule, axis));
  return compute(y.shape(), [&](const std::vector<Expr>& i) {
    Expr value = at(y, i);
    for (size_t k = 0; k < axes.size(); ++k) {
      const Expr place = at(places[k], {i[static_cast<size_t>(axes[k].axis)]});
      const Expr inside = place >= 0.0 && place <= DoubleParam(static_cast<double>(axes[k].from - 1));
      value = select(inside, value, cast(at(Param(outside, ge::DT_FLOAT)), y.dtype()));
    }
    return value;
  });
}

std::vector<ResizedAxis> AxesOfResize(const OpParams& op) {
  const Dims &x = op.Input("x").shape(), &y = op.OutputShape("y");
  const auto given = [&](const char* port) { return op.HasInput(port) ? op.InputFloats(port) : std::vector<double>(); };
  const std::vector<double> scales = given("scales"), roi = given("roi");
  const bool by_scales = scales.size() == x.size(), has_region = roi.size() == 2 * x.size();
  std::vector<ResizedAxis> axes;
  for (size_t i = 0; i < x.size(); ++i) {
    const ResizeRatio ratio = by_scales ? RatioOfScale(scales[i]) : RatioOfExtents(x[i], y[i]);
    axes.push_back({static_cast<int64_t>(i), x[i], y[i], ratio, ratio.out * static_cast<double>(x[i]),
                    has_region ? roi[i] : 0, has_region ? roi[i + x.size()] : 1,
                    by_scales ? static_cast<float>(scales[i]) : 0});
  }
  return axes;
}

// Returns the axes that the D form resizes: as many of the last spatial axes as `sizes` has entries.
std::vector<ResizedAxis> SpatialAxesOfResize(const OpParams& op) {
  const Dims &x = op.Input("x").shape(), &y = op.OutputShape("y");
  const std::vector<int64_t> roi = op.ListInt("roi");
  const std::vector<float> scales = op.ListFloat("scales");
  const size_t count = op.ListInt("sizes").size();
  const size_t first = x.size() - count - (op.String("data_format").ends_with('C') ? 1 : 0);
  std::vector<ResizedAxis> axes;
  for (size_t i = 0; i < count; ++i) {
    const int64_t from = x[first + i], to = y[first + i];
    const ResizeRatio ratio = scales.empty() ? RatioOfExtents(from, to) : RatioOfScale(static_cast<double>(scales[i]));
    axes.push_back({static_cast<int64_t>(first + i), from, to, ratio, ratio.in * static_cast<double>(to),
                    roi.empty() ? 0 : static_cast<double>(roi[i]),
                    roi.empty() ? 1 : static_cast<double>(roi[i + count])});
  }
  return axes;
}

// Returns float where float holds all values of the dtype, else double.
DataType ResizeSumType(DataType dtype) {
  const bool reduced = dtype == ge::DT_FLOAT || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16;
  return reduced ? ge::DT_FLOAT : ge::DT_DOUBLE;
}

Tensor ResizedAxisOf(const ResizeRule& rule, const ResizedAxis& axis, const Tensor& x) {
  if (rule.mode == "nearest") return ResizedNearest(rule, axis, x);
  if (rule.antialias && axis.scale() < 1) return ResizedSpread(rule, axis, x);
  return rule.mode == "linear" ? ResizedLinear(rule, axis, x) : ResizedCubic(rule, axis, x);
}

// Returns whether resizing an axis reads the elements of its input more than once on average.
bool IsReadAgain(const ResizeRule& rule, const ResizedAxis& axis) {
  const int64_t taps = rule.mode == "nearest" ? 1 : rule.mode == "linear" ? 2 : 4;
  return taps * axis.to > axis.from || (rule.antialias && rule.mode != "nearest");
}

std::vector<Tensor> ResizeAlong(const OpParams& op, const ResizeRule& rule, std::vector<ResizedAxis> axes) {
  std::erase_if(axes, [&](const ResizedAxis& axis) { return rule.Stays(axis); });
  Tensor y = op.Input("x");
  if (rule.mode != "nearest") y = cast_to(y, ResizeSumType(y.dtype()));
  // The last axis first, as the AI CPU kernel does.
  for (size_t k = axes.size(); k-- > 0;) {
    y = ResizedAxisOf(rule, axes[k], y);
    if (k > 0 && IsReadAgain(rule, axes[k - 1])) y = schedule_hint(y, {.materialize = true});
  }
  if (rule.Crops()) {
    y = CroppedResize(rule, axes, y, op.Float("extrapolation_value"));
  }
  return {cast_to(y, op.OutputDtype("y"))};
}

std::vector<Tensor> ResizeCompute(const OpParams& op) {
  return ResizeAlong(op, ResizeRule(op, op.Int("antialias") != 0), AxesOfResize(op));
}

std::vector<Tensor> ResizeDCompute(const OpParams& op) {
  return ResizeAlong(op, ResizeRule(op, false), SpatialAxesOfResize(op));
}

REGISTER_OP_COMPUTE(Resize, ResizeCompute);
REGISTER_OP_COMPUTE(ResizeD, ResizeDCompute);

}  // namespace
}  // namespace tbe
