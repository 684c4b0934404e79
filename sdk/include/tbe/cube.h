// The tensor-expression language, part 4: matrix products, convolutions and pooling. float16 and bfloat16 accumulate in
// float; the order of additions is free; integers wrap around. What doesn't fit throws ExpressionError.
#pragma once

#include "tbe/elementwise.h"

namespace tbe {

// a [..., M, K] times b [..., K, N] gives [..., M, N]; with trans_a a is [..., K, M], with trans_b b is [..., N, K].
// The leading axes broadcast. bias [N] (may be an empty handle) is added. Float types and integers.
Tensor matmul(const Tensor& a, const Tensor& b, bool trans_a = false, bool trans_b = false,
              const Tensor& bias = Tensor());

// x [N, C, spatial...], w [O, C/groups, spatial...], bias [O] or an empty handle; one to three spatial axes.
// Result [N, O, spatial...], extent (in + pad_begin + pad_end - (k - 1) * dilation - 1) / stride + 1. An empty list in
// `params` stands for ones (strides, dilations) or zeros (pads). Float types.
Tensor conv(const Tensor& x, const Tensor& w, const Tensor& bias = Tensor(), const ConvParams& params = {});

// x [N, C, spatial...], one to three spatial axes; output extents as for conv. Padding doesn't take part in a maximum
// (NaN wins) and counts as 0 in kAverageIncludePad. A window that lies wholly in the padding gives the lowest value
// (maximum) or 0 (average). Empty lists in `params` as for conv; `window` is required. Maximum: float types and
// integers; averages: float types.
Tensor pooling(const Tensor& x, const PoolParams& params);

}  // namespace tbe
