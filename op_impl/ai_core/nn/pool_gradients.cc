// Gradients of the pools of images: each element gathers from the windows that hold it.
#include <algorithm>
#include <limits>
#include <string>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// One entry per spatial axis.
struct ImageWindow {
  size_t first;  // of the spatial axes
  Dims kernel, strides, begins;
  Dims ends;  // the declared padding
};

// Of a pool from images of shape `in` to `out`.
ImageWindow ImageWindowOf(const OpParams& op, const Dims& in, const Dims& out) {
  ImageWindow window{op.String("data_format") == "NHWC" ? size_t{1} : size_t{2}, {}, {}, {}, {}};
  const bool whole = op.HasAttr("global_pooling") && op.Bool("global_pooling");
  const std::string padding = op.String(op.HasAttr("padding") ? "padding" : "padding_mode");
  for (size_t i = 0; i < 2; ++i) {
    const size_t axis = window.first + i;
    const int64_t kernel = whole ? in[axis] : op.ListInt("ksize")[axis];
    const int64_t stride = whole ? in[axis] : op.ListInt("strides")[axis];
    int64_t begin = 0, end = 0;
    if (padding == "SAME" && !whole) {
      const int64_t beyond = std::max<int64_t>((out[axis] - 1) * stride + kernel - in[axis], 0);
      begin = beyond / 2;
      end = beyond - begin;
    } else if (padding == "CALCULATED" && !whole) {
      begin = op.ListInt("pads")[2 * i];
      end = op.ListInt("pads")[2 * i + 1];
    }
    window.kernel.push_back(kernel);
    window.strides.push_back(stride);
    window.begins.push_back(begin);
    window.ends.push_back(end);
  }
  return window;
}

// The number within its window, row by row, of the first element of x that equals the window's maximum.
Tensor FirstHits(const ImageWindow& window, const Tensor& x, const Tensor& pooled) {
  const bool has_nan = x.dtype() == ge::DT_FLOAT || WideType(x.dtype()) != x.dtype() || x.dtype() == ge::DT_DOUBLE;
  return compute(pooled.shape(), ReduceOp::kMin, window.kernel,
                 [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
                   std::vector<Expr> read = i;
                   Expr inside = equal(i[0], i[0]);
                   for (size_t k = 0; k < 2; ++k) {
                     const size_t axis = window.first + k;
                     const Expr last = extent(x, static_cast<int64_t>(axis)) - 1;
                     const Expr position = i[axis] * window.strides[k] + r[k] - window.begins[k];
                     inside = inside && position >= 0 && position <= last;
                     read[axis] = max(min(position, last), 0);
                   }
                   const Expr candidate = at(x, read), largest = at(pooled, i);
                   Expr hit = equal(candidate, largest);
                   if (has_nan) hit = hit || (visnan(candidate) && visnan(largest));
                   return select(inside && hit, r[0] * window.kernel[1] + r[1], std::numeric_limits<int64_t>::max());
                 });
}

// The sums over the windows that hold an element of what value(whether there is such a window, its index, the number of the
// element in it) gives. On each axis so many windows in a row at most.
template <typename Value>
Tensor SumOverWindows(const ImageWindow& window, const Dims& shape, const Tensor& windows, const Value& value) {
  Dims most;
  for (size_t k = 0; k < 2; ++k) most.push_back((window.kernel[k] + window.strides[k] - 1) / window.strides[k]);
  return compute(shape, ReduceOp::kSum, most, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> read = i, inner;
    Expr holds = equal(i[0], i[0]);
    for (size_t k = 0; k < 2; ++k) {
      const size_t axis = window.first + k;
      const Expr last = extent(windows, static_cast<int64_t>(axis)) - 1;
      const Expr position = i[axis] + window.begins[k];
      const Expr index = position / window.strides[k] - r[k];
      inner.push_back(position - index * window.strides[k]);
      holds = holds && index >= 0 && index <= last && inner[k] < window.kernel[k];
      read[axis] = max(min(index, last), 0);
    }
    return value(holds, read, inner[0] * window.kernel[1] + inner[1]);
  });
}

std::vector<Tensor> MaxGradient(const OpParams& op, const char* x_port, const char* pooled_port, const char* output) {
  const Tensor x = op.Input(x_port), grad = op.Input("grad");
  const ImageWindow window = ImageWindowOf(op, x.shape(), grad.shape());
  const Tensor hits = FirstHits(window, x, op.Input(pooled_port)), wide = Widen(grad);
  const auto value = [&](const Expr& holds, const std::vector<Expr>& at_window, const Expr& number) {
    return select(holds && equal(at(hits, at_window), number), at(wide, at_window), 0);
  };
  return {cast_to(SumOverWindows(window, x.shape(), wide, value), op.OutputDtype(output))};
}

std::vector<Tensor> MaxPoolGradCompute(const OpParams& op) { return MaxGradient(op, "x1", "x2", "y"); }
std::vector<Tensor> MaxPoolV3GradCompute(const OpParams& op) {
  return MaxGradient(op, "orig_input", "orig_output", "out_grad");
}

// Each window's gradient for one of its elements.
Tensor Shares(const OpParams& op, const ImageWindow& window, const Tensor& grad, const Dims& image) {
  const bool exclusive = !op.HasAttr("exclusive") || op.Bool("exclusive");
  return compute(grad.shape(), [&](const std::vector<Expr>& i) {
    const auto counted = [&](size_t k) {
      const size_t axis = window.first + k;
      const Expr size = at(Param(static_cast<double>(image[axis]), ge::DT_INT64));
      const Expr start = i[axis] * window.strides[k] - window.begins[k], end = start + window.kernel[k];
      return exclusive ? min(end, size) - max(start, 0) : min(end, size + window.ends[k]) - start;
    };
    return at(grad, i) / cast(counted(0) * counted(1), grad.dtype());
  });
}

std::vector<Tensor> AvgPoolGradCompute(const OpParams& op) {
  const Tensor grad = Widen(op.Input("input_grad"));
  const Dims& image = op.OutputShape("out_grad");
  const ImageWindow window = ImageWindowOf(op, image, grad.shape());
  const Tensor shares = Shares(op, window, grad, image);
  const auto value = [&](const Expr& holds, const std::vector<Expr>& at_window, const Expr&) {
    return select(holds, at(shares, at_window), 0);
  };
  return {cast_to(SumOverWindows(window, image, shares, value), op.OutputDtype("out_grad"))};
}

REGISTER_OP_COMPUTE(MaxPoolGrad, MaxPoolGradCompute);
REGISTER_OP_COMPUTE(MaxPoolV3Grad, MaxPoolV3GradCompute);
REGISTER_OP_COMPUTE(AvgPoolGrad, AvgPoolGradCompute);
REGISTER_OP_COMPUTE(AvgPoolV2Grad, AvgPoolGradCompute);

}  // namespace
}  // namespace tbe
