// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y = x[starts:ends:steps] along axes (absent: 0 … n-1); numpy's rules for negative and out-of-range numbers.
// Source: ONNX Slice-13.
REG_OP(Slice)
    .INPUT(x, TensorType::ALL())
    .INPUT(starts, TensorType::IndexNumberType())
    .INPUT(ends, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(axes, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(steps, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Slice)
}  // namespace ge
