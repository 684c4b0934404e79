// CANN declares it in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y = alpha * a' * b' + beta * c. Source: ONNX Gemm-13.
// a: [M, K], or [K, M] with transA; b: [K, N], or [N, K] with transB; c: broadcastable to [M, N]; y: [M, N].
REG_OP(Gemm)
    .INPUT(a, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .INPUT(b, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .OPTIONAL_INPUT(c, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .ATTR(alpha, Float, 1.0)
    .ATTR(beta, Float, 1.0)
    .ATTR(transA, Int, 0)
    .ATTR(transB, Int, 0)
    .OP_END_FACTORY_REG(Gemm)
}  // namespace ge
