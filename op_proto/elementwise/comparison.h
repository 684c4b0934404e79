// Comparisons: y = x1 (op) x2 as bool, with NumPy broadcast. Any comparison with NaN is false, except NotEqual.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Equal)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Equal);

REG_OP(NotEqual)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(NotEqual);

REG_OP(Less)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Less);

REG_OP(LessEqual)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(LessEqual);

REG_OP(Greater)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Greater);

REG_OP(GreaterEqual)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(GreaterEqual);

}  // namespace ge
