// CANN declares these in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The windows of images [N, H, W, C] as channels: y [N, H', W', rows * columns * C], counted as [row, column, channel].
// ksizes, strides and rates: [1, rows, columns, 1]. padding: SAME, which fills with 0, or VALID. Source: TensorFlow's
// ExtractImagePatches.
REG_OP(ExtractImagePatches)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksizes, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(rates, ListInt)
    .REQUIRED_ATTR(padding, String)
    .OP_END_FACTORY_REG(ExtractImagePatches);

// The same of volumes [N, D, H, W, C], without rates. Source: TensorFlow's ExtractVolumePatches.
REG_OP(ExtractVolumePatches)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksizes, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .OP_END_FACTORY_REG(ExtractVolumePatches);

}  // namespace ge
