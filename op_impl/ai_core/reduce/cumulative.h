// The scan that Cumsum and Cumprod share.
#pragma once

#include "tbe/dsl.h"

namespace tbe {

// Applies `scan` along the operator's axis, from the end with `reverse`. With `exclusive` each element gets the scan of
// the elements before it, and the first gets `start`.
template <typename Scan>
std::vector<Tensor> Cumulative(const OpParams& op, int start, Scan scan) {
  const Tensor x = op.Input("x");
  const Dims& shape = x.shape();
  const int64_t given = op.InputInts("axis").at(0);
  const auto axis = static_cast<size_t>(given < 0 ? given + x.rank() : given);
  if (shape.at(axis) == 0) return {x};
  const auto turned = [&](const Tensor& tensor) {
    if (!op.Bool("reverse")) return tensor;
    Dims begins(shape.size(), 0), steps(shape.size(), 1);
    begins[axis] = shape[axis] - 1;
    steps[axis] = -1;
    return slice(tensor, begins, shape, steps);
  };
  Tensor y = scan(turned(x), static_cast<int64_t>(axis));
  if (op.Bool("exclusive")) {
    Dims before(shape.size(), 0), after(shape.size(), 0);
    before[axis] = 1;
    after[axis] = -1;
    y = pad(y, before, after, start);
  }
  return {turned(y)};
}

}  // namespace tbe
