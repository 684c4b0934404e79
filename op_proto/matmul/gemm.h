// CANN declares it in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y = alpha * a' * b' + beta * c. Source: CANN GEMM.
// a: [M, K], or [K, M] with transpose_a; b: [K, N], or [N, K] with transpose_b; c: broadcastable to [M, N]; alpha,
// beta: one element, of a's dtype or float; y: [M, N]. Integers are scaled in double, truncated and saturated.
REG_OP(GEMM)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_UINT32}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_UINT32}))
    .INPUT(a, T1)
    .INPUT(b, T1)
    .INPUT(c, T1)
    .INPUT(alpha, T2)
    .INPUT(beta, T2)
    .OUTPUT(y, T1)
    .ATTR(transpose_a, Bool, false)
    .ATTR(transpose_b, Bool, false)
    .OP_END_FACTORY_REG(GEMM)
}  // namespace ge
