// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Matrix product as numpy.matmul computes it; CANN's takes matrices only. Source: CANN MatMul.
//
// x1: [..., M, K], or [..., K, M] with transpose_x1; x2: [..., K, N], or [..., N, K] with transpose_x2; bias: a tensor
// that broadcasts to y, usually [N]; y: [..., M, N]. Leading axes broadcast. A vector is a row (x1) or a column (x2)
// whose axis of 1 is dropped again; it can't be transposed.
REG_OP(MatMul)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OPTIONAL_INPUT(bias, T)
    .OUTPUT(y, T)
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .OP_END_FACTORY_REG(MatMul)

    // MatMul for int8, too: offset_x, -128 to 127, is subtracted from x1's elements, and bias and y are int32. offset_w
    // is reserved: it must be absent. Source: CANN MatMulV2.
    REG_OP(MatMulV2)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                              DT_INT8, DT_COMPLEX64, DT_COMPLEX128}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                              DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T1)
    .INPUT(x2, T1)
    .OPTIONAL_INPUT(bias, T2)
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, T2)
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .ATTR(offset_x, Int, 0)
    .OP_END_FACTORY_REG(MatMulV2)
}  // namespace ge
