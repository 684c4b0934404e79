#include "op_impl/ai_core/nn/image_pooling.h"

#include <algorithm>
#include <limits>
#include <string>

#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/images.h"

namespace tbe {
namespace {

// Returns the attribute's name, which differs in Caffe's Pooling.
const char* NameOf(const OpParams& op, const char* usual, const char* caffes) {
  return op.HasAttr("window") ? caffes : usual;
}

// Returns the numbers of the spatial axes. `list` has all axes, the spatial axes alone, or one number for all.
Dims OfSpatialAxes(const Dims& list, size_t first, size_t spatial) {
  if (list.size() == 1) return Dims(spatial, list[0]);
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(list.size() == spatial ? 0 : first);
  return {begin, begin + static_cast<std::ptrdiff_t>(spatial)};
}

Dims DilationsOf(const OpParams& op, size_t first, size_t spatial) {
  if (!op.HasAttr("dilation")) return Dims(spatial, 1);
  const Dims dilation = op.ListInt("dilation");
  return op.HasAttr("window") ? Dims{dilation[0], dilation[2]} : OfSpatialAxes(dilation, first, spatial);
}

std::string PaddingOf(const OpParams& op) {
  if (op.HasAttr("padding")) return op.String("padding");
  return op.HasAttr("padding_mode") ? op.String("padding_mode") : "CALCULATED";
}

}  // namespace

ImageWindow ImageWindowOf(const OpParams& op, const Dims& in, const Dims& out) {
  ImageWindow window;
  const size_t spatial = in.size() - 2;
  window.first = ImagesEndWithChannels(op) ? 1 : 2;
  if (op.HasAttr("global_pooling") && op.Bool("global_pooling")) {
    window.kernel = window.strides = OfSpatialAxes(in, window.first, spatial);
    window.dilations = Dims(spatial, 1);
    window.pads_begin = window.pads_end = window.ends = Dims(spatial, 0);
    return window;
  }
  const char* const ksize = NameOf(op, "ksize", "window");
  const char* const strides = NameOf(op, "strides", "stride");
  const auto numbers = [&](const char* name) { return op.HasAttr(name) ? op.ListInt(name) : op.InputInts(name); };
  window.kernel = OfSpatialAxes(numbers(ksize), window.first, spatial);
  window.strides = OfSpatialAxes(numbers(strides), window.first, spatial);
  window.dilations = DilationsOf(op, window.first, spatial);
  const std::string padding = PaddingOf(op);
  const Dims pads = padding == "CALCULATED" ? op.ListInt(NameOf(op, "pads", "pad")) : Dims(2 * spatial, 0);
  for (size_t i = 0; i < spatial; ++i) {
    const size_t axis = window.first + i;
    const int64_t span = (window.kernel[i] - 1) * window.dilations[i] + 1;
    // Extent of the windows beyond the image, before and behind the image together.
    const int64_t beyond = (out[axis] - 1) * window.strides[i] + span - in[axis];
    const bool same = padding == "SAME" || pads[2 * i] < 0;
    window.pads_begin.push_back(same ? std::max<int64_t>(beyond, 0) / 2 : pads[2 * i]);
    window.pads_end.push_back(std::max<int64_t>(beyond - window.pads_begin[i], 0));
    window.ends.push_back(same ? window.pads_end[i] : pads[2 * i + 1]);
    window.rounded_up = window.rounded_up || window.pads_end[i] > window.ends[i];
  }
  return window;
}

bool CountsImageAlone(const OpParams& op) {
  if (op.HasAttr("count_include_pad")) return !op.Bool("count_include_pad");
  return !op.HasAttr("exclusive") || op.Bool("exclusive");
}

namespace {

// Returns whether the cube unit has windows of this dtype.
bool IsForCube(DataType dtype) { return WideType(dtype) == ge::DT_FLOAT; }

struct Tap {
  Expr inside;             // the image
  std::vector<Expr> read;  // where, or near
};

// Returns the place in the image of element r of the window at i.
Tap TapOf(const ImageWindow& window, const Tensor& x, const std::vector<Expr>& i, const std::vector<Expr>& r) {
  Tap tap{equal(i[0], i[0]), i};
  for (size_t k = 0; k < window.kernel.size(); ++k) {
    const size_t axis = window.first + k;
    const Expr last = extent(x, static_cast<int64_t>(axis)) - 1;
    const Expr position = i[axis] * window.strides[k] + r[k] * window.dilations[k] - window.pads_begin[k];
    tap.inside = tap.inside && position >= 0 && position <= last;
    tap.read[axis] = max(min(position, last), 0);
  }
  return tap;
}

// Returns the number of elements that a mean counts along spatial axis k of the window at `index`. Elements of the
// image, which has `size`, count. Elements of the padding count only if not `exclusive`. Dilated windows are not
// exclusive.
Expr CountedElements(const ImageWindow& window, size_t k, const Expr& index, int64_t size, bool exclusive) {
  const Expr extent = at(Param(static_cast<double>(size), ge::DT_INT64));
  const Expr start = index * window.strides[k] - window.pads_begin[k];
  if (exclusive) return min(start + window.kernel[k], extent) - max(start, 0);
  const int64_t dilation = window.dilations[k];
  return min((extent + window.ends[k] - start + (dilation - 1)) / dilation, window.kernel[k]);
}

}  // namespace

Tensor ReduceWindows(const Tensor& x, const ImageWindow& window, ReduceOp reduce, const Expr& outside) {
  Dims shape = x.shape();
  for (size_t k = 0; k < window.kernel.size(); ++k) {
    int64_t& extent = shape[window.first + k];
    const int64_t span = (window.kernel[k] - 1) * window.dilations[k] + 1;
    extent = (extent + window.pads_begin[k] + window.pads_end[k] - span) / window.strides[k] + 1;
  }
  return compute(shape, reduce, window.kernel, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    const Tap tap = TapOf(window, x, i, r);
    return select(tap.inside, at(x, tap.read), outside);
  });
}

Tensor SharesOfWindows(const Tensor& sums, const ImageWindow& window, const Dims& image, bool exclusive,
                       int64_t divisor) {
  if (divisor > 0) return sums / Param(static_cast<double>(divisor), sums.dtype());
  return compute(sums.shape(), [&](const std::vector<Expr>& i) {
    Expr count = 1;
    for (size_t k = 0; k < window.kernel.size(); ++k) {
      const size_t axis = window.first + k;
      count = count * CountedElements(window, k, i[axis], image[axis], exclusive);
    }
    return at(sums, i) / cast(count, sums.dtype());
  });
}

Tensor MaxOfImages(const OpParams& op, const Tensor& x, const ImageWindow& window) {
  if (IsForCube(x.dtype())) return ToImages(op, pooling(FromImages(op, x), PoolOf(window, PoolMode::kMax)));
  if (x.dtype() == ge::DT_DOUBLE) {
    return ReduceWindows(x, window, ReduceOp::kMax, -std::numeric_limits<double>::infinity());
  }
  if (x.dtype() == ge::DT_UINT64) return ReduceWindows(x, window, ReduceOp::kMax, 0);
  const Tensor wide = cast_to(x, ge::DT_INT64);
  return cast_to(ReduceWindows(wide, window, ReduceOp::kMax, std::numeric_limits<int64_t>::lowest()), x.dtype());
}

Tensor MeanOfImages(const OpParams& op, const Tensor& x, const ImageWindow& window, bool exclusive, int64_t divisor) {
  if (!IsForCube(x.dtype())) {
    return SharesOfWindows(ReduceWindows(x, window, ReduceOp::kSum, 0), window, x.shape(), exclusive, divisor);
  }
  const Tensor images = FromImages(op, Widen(x));
  if (divisor == 0) return cast_to(ToImages(op, MeanOfWindows(images, window, !exclusive, window.ends)), x.dtype());
  double size = 1;
  for (const int64_t extent : window.kernel) size *= static_cast<double>(extent);
  const Tensor mean = pooling(images, PoolOf(window, PoolMode::kAverageIncludePad));
  return cast_to(ToImages(op, mean * Param(size / static_cast<double>(divisor), mean.dtype())), x.dtype());
}

Expr NumberOf(const ImageWindow& window, const std::vector<Expr>& inner) {
  Expr number = inner[0];
  for (size_t k = 1; k < inner.size(); ++k) number = number * window.kernel[k] + inner[k];
  return number;
}

Tensor FirstHits(const ImageWindow& window, const Tensor& x, const Tensor& pooled) {
  const bool has_nan = x.dtype() == ge::DT_FLOAT || WideType(x.dtype()) != x.dtype() || x.dtype() == ge::DT_DOUBLE;
  return compute(pooled.shape(), ReduceOp::kMin, window.kernel,
                 [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
                   const Tap tap = TapOf(window, x, i, r);
                   const Expr candidate = at(x, tap.read), largest = at(pooled, i);
                   Expr hit = equal(candidate, largest);
                   if (has_nan) hit = hit || (visnan(candidate) && visnan(largest));
                   return select(tap.inside && hit, NumberOf(window, r), std::numeric_limits<int64_t>::max());
                 });
}

std::vector<Expr> PixelOf(const ImageWindow& window, const std::vector<Expr>& i, const Expr& number) {
  std::vector<Expr> pixel = i;
  Expr rest = number;
  for (size_t k = window.kernel.size(); k-- > 0;) {
    const size_t axis = window.first + k;
    const Expr above = rest / window.kernel[k];
    pixel[axis] = i[axis] * window.strides[k] + (rest - above * window.kernel[k]) - window.pads_begin[k];
    rest = above;
  }
  return pixel;
}

}  // namespace tbe
