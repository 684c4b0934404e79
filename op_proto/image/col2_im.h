// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Puts blocks into an image, where overlapping blocks are added (bools: or). input [N, C * product of block_shape,
// blocks], output [N, C, image_shape]. The blocks lie over the image as the windows of a convolution with strides,
// dilations and pads (begins, then ends).
REG_OP(Col2Im)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(input, T)
    .INPUT(image_shape, TensorType({DT_INT64}))
    .INPUT(block_shape, TensorType({DT_INT64}))
    .OUTPUT(output, T)
    .ATTR(dilations, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(strides, ListInt, {})
    .OP_END_FACTORY_REG(Col2Im);

}  // namespace ge
