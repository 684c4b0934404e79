// CANN declares it in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Batched matrix product. Source: CANN BatchMatMul.
// x1: [..., M, K], or [..., K, M] with adj_x1; x2: [..., K, N], or [..., N, K] with adj_x2; y: [..., M, N].
REG_OP(BatchMatMul)
    .INPUT(x1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .ATTR(adj_x1, Bool, false)
    .ATTR(adj_x2, Bool, false)
    .OP_END_FACTORY_REG(BatchMatMul)
}  // namespace ge
