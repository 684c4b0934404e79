// CANN declares it in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Matrix product as numpy.matmul. Source: ONNX MatMul-13.
// x1: [..., M, K]; x2: [..., K, N]; y: [..., M, N]; leading axes broadcast; a vector is a row (x1) or a column (x2)
// whose axis of 1 is dropped again.
REG_OP(MatMul)
    .INPUT(x1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(MatMul)
}  // namespace ge
