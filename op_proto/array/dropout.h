// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Without training_mode (one element, absent: false) y is x and mask is all true. With it the share `ratio` (absent:
// 0.5) of the elements becomes 0, the others are divided by 1 - ratio, and mask is true for the others. Each trip of a
// loop and each run draws anew. A node with a seed (not 0) repeats its draws in each run of a graph that is compiled
// with ge.deterministic.
// Source: ONNX Dropout-13.
REG_OP(Dropout)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OPTIONAL_INPUT(ratio, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OPTIONAL_INPUT(training_mode, TensorType({DT_BOOL}))
    .OUTPUT(y, T)
    .OUTPUT(mask, TensorType({DT_BOOL}))
    .ATTR(seed, Int, 0)
    .OP_END_FACTORY_REG(Dropout)
}  // namespace ge
