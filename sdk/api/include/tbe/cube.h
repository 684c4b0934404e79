// The tensor-expression language, part 4: matrix products, convolutions and pooling.
//
// Dtypes. Float types and integers, the same for all operands and the result, unless a function says otherwise. Two
// 8-bit operands (int8 and uint8 in any pairing) give int32, and their bias is int32.
//
// Accumulation. float16 and bfloat16 products are summed in float and rounded to nearest even at the end. float and
// double sum in their own precision, in any order. Integers wrap around (a sum of 8-bit products is exact modulo 2^32).
// NaN and infinities spread as in IEEE 754: 0 * inf is NaN. Padding and cropped elements take no part.
//
// Empty tensors. A sum over nothing is 0 (plus bias).
//
// Activations. If nothing else reads a float product or convolution, its activation becomes part of its kernel. There
// vrelu and clip turn a NaN into 0 and the lower bound, as the cube unit does.
//
// Errors. Operands that don't fit throw ExpressionError, which names the call and the operands' shapes and dtypes.
#pragma once

#include "tbe/elementwise.h"

namespace tbe {

// ---- Matrix products ----

// Multiplies matrices: a [..., M, K] times b [..., K, N] gives [..., M, N]. With trans_a a is [..., K, M], with trans_b
// b is [..., N, K]. The leading axes broadcast. bias [N] (may be an empty handle) is added.
Tensor matmul(const Tensor& a, const Tensor& b, bool trans_a = false, bool trans_b = false,
              const Tensor& bias = Tensor());

// Computes alpha * (a times b) + beta * c of matrices, transposed as for matmul. c (may be an empty handle) has the
// result's dtype and broadcasts to [M, N]; with beta 0 it isn't read. Integers are scaled in double and truncated.
// alpha and beta are not part of the kernel.
Tensor gemm(const Tensor& a, const Tensor& b, const Tensor& c = Tensor(), float alpha = 1, float beta = 1,
            bool trans_a = false, bool trans_b = false);

// ---- Convolutions: one to three spatial axes. An empty list in `params` stands for ones (strides, dilations) or
// zeros (pads) ----

// Convolves x [N, C, spatial...] with w [O, C/groups, spatial...]; bias [O] or an empty handle. Result [N, O,
// spatial...], extent (in + pad_begin + pad_end - (k - 1) * dilation - 1) / stride + 1.
Tensor conv(const Tensor& x, const Tensor& w, const Tensor& bias = Tensor(), const ConvParams& params = {});

// Convolves with one group per channel: x [N, C, spatial...], w [C * multiplier, 1, spatial...]. Ignores
// `params.groups`.
Tensor depthwise_conv(const Tensor& x, const Tensor& w, const Tensor& bias = Tensor(), const ConvParams& params = {});

// Applies the transpose of conv's linear map: each tap adds element i of x to the result at i * stride - pad_begin +
// tap * dilation. x [N, C, spatial...], w [C, O/groups, spatial...], bias [O] or an empty handle. Result [N, O,
// spatial...], extent (in - 1) * stride + (k - 1) * dilation + 1 - pad_begin - pad_end + output_padding.
Tensor conv_transpose(const Tensor& x, const Tensor& w, const Tensor& bias = Tensor(), const ConvParams& params = {},
                      const Dims& output_padding = {});

// Computes the gradient of conv(x, w, {}, params) with respect to x, whose shape is `input_sizes`. filters: conv's w.
// out_backprop: conv's result shape. These are tbe.dsl's conv2d_backprop_input and conv3d_backprop_input.
Tensor conv_backprop_input(const Tensor& filters, const Tensor& out_backprop, const Dims& input_sizes,
                           const ConvParams& params = {});

// Computes the gradient of conv(x, w, {}, params) with respect to w, whose shape is `filter_sizes`. out_backprop:
// conv's result shape. These are tbe.dsl's conv2d_backprop_filter and conv3d_backprop_filter.
Tensor conv_backprop_filter(const Tensor& x, const Tensor& out_backprop, const Dims& filter_sizes,
                            const ConvParams& params = {});

// ---- Pooling ----

// Pools x [N, C, spatial...] with one to three spatial axes; output extents as for conv. Padding takes no part in a
// maximum and counts as 0 in kAverageIncludePad. NaN wins in a maximum, but the cube unit passes over it. A window that
// lies wholly in the padding gives the lowest value (maximum) or 0 (average). Empty lists in `params` as for conv;
// `window` is required. Maximum: float types and integers; averages: float types. The result has x's dtype.
Tensor pooling(const Tensor& x, const PoolParams& params);

}  // namespace tbe
