// The tensor-expression language, part 3: reductions. `axis` lists the axes (negative ones count from the end, each
// once); an empty list reduces nothing. `keepdims` leaves an extent of 1, otherwise the axis disappears.
//
// Same dtype in and out. float16 and bfloat16 accumulate in float, float in float or better; the order of additions is
// free. Integers wrap around. NaN wins in max and min. Over no elements: sum 0, prod 1, max the lowest value (-inf),
// min the highest, any false, all true, mean NaN.
#pragma once

#include <string_view>
#include <vector>

#include "tbe/elementwise.h"

namespace tbe {

// Returns 0, 1 … rank-1: the `axis` that reduces everything.
Dims AllAxes(const Tensor& x);

// Reduces float types and integers. `impl_mode` is "high_performance" or "high_precision"; both compute the same here.
Tensor reduce_sum(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
Tensor reduce_prod(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
Tensor reduce_max(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
Tensor reduce_max(const Tensor& raw_tensor, const Dims& axis, bool keepdims, std::string_view impl_mode);
Tensor reduce_min(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
Tensor reduce_min(const Tensor& raw_tensor, const Dims& axis, bool keepdims, std::string_view impl_mode);
// Divides the sum by the number of elements (a Param). Integers truncate.
Tensor reduce_mean(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
// Reduces bool only.
Tensor reduce_any(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
Tensor reduce_all(const Tensor& raw_tensor, const Dims& axis, bool keepdims = false);
// Sums each of several tensors of one shape over the same axes (reduce_sum).
std::vector<Tensor> tuple_sum(const std::vector<Tensor>& input_tensors, const Dims& axis, bool keepdims = false);

}  // namespace tbe
