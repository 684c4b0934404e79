// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// start, start + delta, … below limit (above, for a negative delta). Inputs: rank 0; y: [n]. 16-bit floats are
// computed as float. Source: ONNX Range-27.
REG_OP(Range)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT16, DT_INT32, DT_INT64}))
    .INPUT(start, T)
    .INPUT(limit, T)
    .INPUT(delta, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Range)
}  // namespace ge
