// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// result = then where the condition holds, else `else`; all three broadcast to one shape.
REG_OP(SelectV2)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(condition, TensorType({DT_BOOL}))
    .INPUT(then, T)
    .INPUT(else, T)
    .OUTPUT(result, T)
    .OP_END_FACTORY_REG(SelectV2);

// y = x1 where the condition holds, else x2; x1 and x2 have one shape. A condition of rank 1 chooses whole rows, a
// scalar whole tensors.
REG_OP(Select)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(condition, TensorType({DT_BOOL}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Select);

}  // namespace ge
