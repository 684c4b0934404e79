// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Matrix product of quantized tensors, exact in int32: (a - a_zero_point) times (b - b_zero_point) as numpy.matmul.
// Source: ONNX MatMulInteger-10.
// a: [..., M, K]; b: [..., K, N]; a_zero_point: one number, [M] or [..., M, 1]; b_zero_point: one number, [N] or
// [..., 1, N]; y: [..., M, N].
REG_OP(MatMulInteger)
    .DATATYPE(T1, TensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T2, TensorType({DT_INT8, DT_UINT8}))
    .INPUT(a, T1)
    .INPUT(b, T2)
    .OPTIONAL_INPUT(a_zero_point, T1)
    .OPTIONAL_INPUT(b_zero_point, T2)
    .OUTPUT(y, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(MatMulInteger)

    // MatMulInteger with scales: y = saturate(round(product * a_scale * b_scale / y_scale) + y_zero_point), halves
    // rounding to even. Source: ONNX QLinearMatMul-10. a_scale, a_zero_point, y_scale, y_zero_point: one number, [M] or
    // [..., M, 1]; b_scale, b_zero_point: one number, [N] or [..., 1, N]; y has y_zero_point's dtype. y_zero_point: one
    // number or y_scale's shape.
    REG_OP(QLinearMatMul)
    .DATATYPE(T1, TensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T2, TensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T3, TensorType({DT_INT8, DT_UINT8}))
    .INPUT(a, T1)
    .INPUT(a_scale, TensorType({DT_FLOAT}))
    .INPUT(a_zero_point, T1)
    .INPUT(b, T2)
    .INPUT(b_scale, TensorType({DT_FLOAT}))
    .INPUT(b_zero_point, T2)
    .INPUT(y_scale, TensorType({DT_FLOAT}))
    .INPUT(y_zero_point, T3)
    .OUTPUT(y, T3)
    .OP_END_FACTORY_REG(QLinearMatMul)
}  // namespace ge
