// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Batched matrix product. Source: CANN BatchMatMul.
//
// x1: [..., M, K], or [..., K, M] with adj_x1; x2: [..., K, N], or [..., N, K] with adj_x2; y: [..., M, N]. adj_x1 and
// adj_x2 transpose and conjugate.
REG_OP(BatchMatMul)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .ATTR(adj_x1, Bool, false)
    .ATTR(adj_x2, Bool, false)
    .OP_END_FACTORY_REG(BatchMatMul)

    // BatchMatMul with a bias that broadcasts to y; int8 as in MatMulV2. offset_w is reserved: it must be absent.
    // Source: CANN BatchMatMulV2.
    REG_OP(BatchMatMulV2)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                              DT_INT8, DT_COMPLEX64, DT_COMPLEX128}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                              DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T1)
    .INPUT(x2, T1)
    .OPTIONAL_INPUT(bias, T2)
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, T2)
    .ATTR(adj_x1, Bool, false)
    .ATTR(adj_x2, Bool, false)
    .ATTR(offset_x, Int, 0)
    .OP_END_FACTORY_REG(BatchMatMulV2)
}  // namespace ge
