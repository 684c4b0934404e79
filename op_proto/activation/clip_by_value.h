// y = min(max(x, clip_value_min), clip_value_max), elementwise; a bound has one element or is broadcast to x. With
// clip_value_min > clip_value_max the element is clip_value_max. NaN, of x or a bound, gives NaN.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(ClipByValue)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .INPUT(clip_value_min, T)
    .INPUT(clip_value_max, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ClipByValue);

REG_OP(ClipByValueV2)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .INPUT(clip_value_min, T)
    .INPUT(clip_value_max, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ClipByValueV2);

}  // namespace ge
