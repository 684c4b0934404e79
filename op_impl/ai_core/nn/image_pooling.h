// The windows of pools of images and volumes, forward and backward.
#pragma once

#include "op_impl/ai_core/common/window.h"

namespace tbe {

struct ImageWindow : Window {
  size_t first = 1;  // of the spatial axes, in the order of data_format
  Dims ends = {};    // the declared padding
};

// Returns the window of a pool from images of shape `in` to `out`.
ImageWindow ImageWindowOf(const OpParams& op, const Dims& in, const Dims& out);

// Returns whether a mean divides by the elements of the image alone, without padding: attributes count_include_pad and
// exclusive.
bool CountsImageAlone(const OpParams& op);

// Reduces the elements of each window. `outside` stands for elements outside of the image.
Tensor ReduceWindows(const Tensor& x, const ImageWindow& window, ReduceOp reduce, const Expr& outside);

// Divides each window's number like a mean of `image`: by the divisor, or if it is 0 by the number of counted elements.
// Elements of the padding count only if not `exclusive`.
Tensor SharesOfWindows(const Tensor& sums, const ImageWindow& window, const Dims& image, bool exclusive,
                       int64_t divisor);

// Returns the maximum or mean of each window of images in the order of data_format.
Tensor MaxOfImages(const OpParams& op, const Tensor& x, const ImageWindow& window);
Tensor MeanOfImages(const OpParams& op, const Tensor& x, const ImageWindow& window, bool exclusive,
                    int64_t divisor = 0);

// Returns an element's number in its window, counted row by row.
Expr NumberOf(const ImageWindow& window, const std::vector<Expr>& inner);

// Returns the number, in its window, of the first element of x that equals the window's maximum. Without such an
// element it is the highest int64.
Tensor FirstHits(const ImageWindow& window, const Tensor& x, const Tensor& pooled);

// Returns the index in the image of element `number` of the window at i.
std::vector<Expr> PixelOf(const ImageWindow& window, const std::vector<Expr>& i, const Expr& number);

// Sums value(holds, window, number, element) over the windows that hold an element. `holds`: whether there is such a
// window. `window`: its index. `number`: the element's number in the window. `element`: the element's index. At most
// kernel / stride windows, rounded up, hold an element on each axis.
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
