// The tensor-expression language: running sums and the like. Each element along `axis` (negative: from the end) is
// combined with all that come before it; what comes behind is had by reversing the axis (`slice` with step -1).
//
// Same dtype and shape in and out; float types and integers. float16 and bfloat16 run in float and are rounded once an
// element. Integers wrap around. From a NaN on everything is NaN.
#pragma once

#include "tbe/elementwise.h"

namespace tbe {

Tensor cumsum(const Tensor& x, int64_t axis);
Tensor cumprod(const Tensor& x, int64_t axis);
Tensor cummax(const Tensor& x, int64_t axis);
Tensor cummin(const Tensor& x, int64_t axis);

}  // namespace tbe
