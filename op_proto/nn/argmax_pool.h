// Maxima over windows of images [N, H, W, C] and where they are: (h * W + w) * C + c in their image, TensorFlow's.
// ksize and strides name the four axes, 1 for N and C; padding is "VALID" or "SAME" (the odd one behind). A NaN is the
// largest, of equals the first is taken.
// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Targmax: 3 makes argmax int32; 9 and 7, the default, int64.
REG_OP(MaxPoolWithArgmax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(argmax, TensorType::IndexNumberType())
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(Targmax, Int, 7)
    .OP_END_FACTORY_REG(MaxPoolWithArgmax);

// The gradient for x: each element of grad goes to the element of its window that argmax names. y has x's shape. A
// run refuses an argmax outside of its window.
REG_OP(MaxPoolGradWithArgmax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .INPUT(grad, T)
    .INPUT(argmax, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .OP_END_FACTORY_REG(MaxPoolGradWithArgmax);

// The gradient's gradient: for each window the element of grad, which has x's shape, that argmax names. A run refuses
// an argmax that names no element of the image.
REG_OP(MaxPoolGradGradWithArgmax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .INPUT(grad, T)
    .INPUT(argmax, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .OP_END_FACTORY_REG(MaxPoolGradGradWithArgmax);

}  // namespace ge
