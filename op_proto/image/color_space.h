// Images of three channels, the last axis, in another color space: numbers from 0 to 1, also the hue.
// CANN declares these in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Red, green, blue to hue, saturation, value. Grey has hue 0, black also saturation 0.
REG_OP(RGBToHSV)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(images, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(RGBToHSV);

// Hue, saturation, value to red, green, blue.
REG_OP(HSVToRGB)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(images, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(HSVToRGB);

}  // namespace ge
