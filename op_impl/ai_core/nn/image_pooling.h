// The windows of pools of images and volumes, forward and backward.
#pragma once

#include "op_impl/ai_core/common/window.h"

namespace tbe {

struct ImageWindow : Window {
  size_t first = 1;  // of the spatial axes, in the order of data_format
  Dims ends = {};    // the declared padding
};

// Of a pool from images of shape `in` to `out`.
ImageWindow ImageWindowOf(const OpParams& op, const Dims& in, const Dims& out);

// Whether padding has no part in what a mean is divided by: attributes count_include_pad and exclusive.
bool CountsImageAlone(const OpParams& op);

// The elements of each window reduced; `outside` stands for those that are not in the image.
Tensor ReduceWindows(const Tensor& x, const ImageWindow& window, ReduceOp reduce, const Expr& outside);

// Each window's number divided as a mean of `image` is: by the divisor, or where it is 0 by the elements that count,
// those of the padding only if not `exclusive`.
Tensor SharesOfWindows(const Tensor& sums, const ImageWindow& window, const Dims& image, bool exclusive,
                       int64_t divisor);

// The maximum or mean of each window of images in the order of data_format.
Tensor MaxOfImages(const OpParams& op, const Tensor& x, const ImageWindow& window);
Tensor MeanOfImages(const OpParams& op, const Tensor& x, const ImageWindow& window, bool exclusive,
                    int64_t divisor = 0);

// An element's number in its window, row by row.
Expr NumberOf(const ImageWindow& window, const std::vector<Expr>& inner);

// The number in its window of the first element of x that equals the window's maximum; without one the highest int64.
Tensor FirstHits(const ImageWindow& window, const Tensor& x, const Tensor& pooled);

// The index in the image of element `number` of the window at i.
std::vector<Expr> PixelOf(const ImageWindow& window, const std::vector<Expr>& i, const Expr& number);

// The sums over the windows that hold an element of what value(whether there is such a window, its index, the number of
// the element in it, the element's index) gives. On each axis so many windows in a row at most.
template <typename Value>
Tensor SumOverWindows(const ImageWindow& window, const Dims& shape, const Tensor& windows, const Value& value) {
  Dims most;
  for (size_t k = 0; k < window.kernel.size(); ++k) {
    most.push_back((window.kernel[k] + window.strides[k] - 1) / window.strides[k]);
  }
  return compute(shape, ReduceOp::kSum, most, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> read = i, inner;
    Expr holds = equal(i[0], i[0]);
    for (size_t k = 0; k < window.kernel.size(); ++k) {
      const size_t axis = window.first + k;
      const Expr last = extent(windows, static_cast<int64_t>(axis)) - 1;
      const Expr position = i[axis] + window.pads_begin[k];
      const Expr index = position / window.strides[k] - r[k];
      inner.push_back(position - index * window.strides[k]);
      holds = holds && index >= 0 && index <= last && inner[k] < window.kernel[k];
      read[axis] = max(min(index, last), 0);
    }
    return value(holds, read, NumberOf(window, inner), i);
  });
}

}  // namespace tbe
