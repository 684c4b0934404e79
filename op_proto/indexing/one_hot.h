// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// on_value where the index along the new axis equals x's element, off_value elsewhere. An element outside [0, depth)
// has no on_value. depth, on_value and off_value: one element. The new axis lies before x's axis `axis`, -1: at the
// end.
REG_OP(OneHot)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, TensorType({DT_UINT8, DT_INT32, DT_INT64}))
    .INPUT(depth, TensorType({DT_INT32, DT_INT64}))
    .INPUT(on_value, T)
    .INPUT(off_value, T)
    .OUTPUT(y, T)
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(OneHot);

REG_OP(OneHotD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, TensorType({DT_UINT8, DT_INT32, DT_INT64}))
    .INPUT(on_value, T)
    .INPUT(off_value, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(depth, Int)
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(OneHotD);

}  // namespace ge
