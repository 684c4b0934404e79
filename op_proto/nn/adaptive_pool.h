// Pools whose windows follow from the extents: along an axis of n elements window i of m is from floor(i * n / m) to
// ceil((i + 1) * n / m). 2d: x is [C, H, W] or [N, C, H, W], output_size {height, width}.
// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Means over the last axes, as many axes as output_size has entries.
REG_OP(AdaptiveAvgPool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .INPUT(output_size, TensorType({DT_INT64, DT_INT32}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(AdaptiveAvgPool);

REG_OP(AdaptiveAvgPool2d)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(output_size, ListInt)
    .OP_END_FACTORY_REG(AdaptiveAvgPool2d);

// The gradient: each element of input_grad is divided among the elements of its window; output_grad has
// orig_input_shape.
REG_OP(AdaptiveAvgPool2dGrad)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .INPUT(input_grad, T)
    .OUTPUT(output_grad, T)
    .REQUIRED_ATTR(orig_input_shape, ListInt)
    .OP_END_FACTORY_REG(AdaptiveAvgPool2dGrad);

// Maxima. argmax, int32: the place in its plane, row by row, of the first maximum of each window. A NaN is the largest.
REG_OP(AdaptiveMaxPool2d)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(argmax, TensorType::IndexNumberType())
    .REQUIRED_ATTR(output_size, ListInt)
    .OP_END_FACTORY_REG(AdaptiveMaxPool2d);

}  // namespace ge
