// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x1 where the condition holds, else x2; all three broadcast to one shape.
REG_OP(Where)
    .INPUT(condition, TensorType({DT_BOOL}))
    .INPUT(x1, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                           DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x2, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                           DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                           DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(Where);

}  // namespace ge
