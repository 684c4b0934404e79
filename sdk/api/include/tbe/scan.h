// The tensor-expression language: running sums, products, maxima and minima. Each element along `axis` (negative: from
// the end) is combined with all elements before it. To combine with the elements behind, reverse the axis (`slice` with
// step -1).
//
// Same dtype and shape in and out; float types and integers. float16 and bfloat16 run in float and are rounded once an
// element. Integers wrap around. From a NaN on everything is NaN.
#pragma once

#include "tbe/elementwise.h"

namespace tbe {

// Computes running sums, products, maxima and minima along `axis`; the shape stays.
Tensor cumsum(const Tensor& x, int64_t axis);
Tensor cumprod(const Tensor& x, int64_t axis);
Tensor cummax(const Tensor& x, int64_t axis);
Tensor cummin(const Tensor& x, int64_t axis);

}  // namespace tbe
