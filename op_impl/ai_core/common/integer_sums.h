// Products and convolutions of bytes less their zero points, in int32.
#pragma once

#include "op_impl/ai_core/common/window.h"

namespace tbe {

// Computes (a - a_zero) times (b - b_zero) like numpy.matmul, for ranks of two and more: [..., M, N]. a_zero: an empty
// handle, one number, [M] or [..., M, 1]. b_zero: an empty handle, one number, [N] or [..., 1, N].
Tensor IntegerProduct(const Tensor& a, const Tensor& b, const Tensor& a_zero, const Tensor& b_zero);

// Convolves x - x_zero with filter - filter_zero and adds bias, by the attributes of operator `op`. x_zero: an empty
// handle or one number. filter_zero: an empty handle, one number or [O]. bias: an empty handle or int32[O].
Tensor IntegerConvolution(const OpParams& op, const Tensor& x, const Tensor& filter, const Tensor& x_zero,
                          const Tensor& filter_zero, const Tensor& bias);

// Quantizes acc * scale to `dtype`: rounds half to even, adds the zero point, saturates.
Tensor Requantize(const Tensor& acc, const Tensor& scale, const Tensor& zero_point, DataType dtype);

// Reshapes `numbers`, [O] or one number, to [O, 1, 1 ...], which broadcasts to [N, O, spatial...].
Tensor AlongChannels(const Tensor& numbers, size_t spatial);

}  // namespace tbe
