// Diagonals of matrices. An `assist` marks the elements of the diagonal by ones in zeros; it isn't read.
// CANN declares these in matrix_calculation_ops.h, selection_ops.h, array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y of twice the rank, x on its diagonal, else 0.
REG_OP(Diag)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Diag);

REG_OP(DiagD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16}))
    .INPUT(x, T)
    .INPUT(assist, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(DiagD);

// x of shape [s..., s...]: its diagonal, [s...].
REG_OP(DiagPart)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(DiagPart);

REG_OP(DiagPartD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(assist, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(DiagPartD);

// [..., N] to [..., N, N] with x on the diagonals of the matrices, else 0.
REG_OP(MatrixDiag)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixDiag);

REG_OP(MatrixDiagD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(assist, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixDiagD);

// [..., M, N] to [..., min(M, N)]: the diagonals of the matrices.
REG_OP(MatrixDiagPart)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixDiagPart);

REG_OP(MatrixDiagPartD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(assist, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixDiagPartD);

// x [..., M, N] with other diagonals, [..., min(M, N)].
REG_OP(MatrixSetDiag)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(diagonal, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixSetDiag);

REG_OP(MatrixSetDiagD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(diagonal, T)
    .INPUT(assist, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixSetDiagD);

// x with zeros further than num_lower below and num_upper above the diagonals; a negative number keeps all elements of
// that side.
REG_OP(MatrixBandPart)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                              DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .DATATYPE(T2, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x, T1)
    .INPUT(num_lower, T2)
    .INPUT(num_upper, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(MatrixBandPart);

// For a list: a square matrix with the list on its diagonal `diagonal` (above the main one when positive). For a
// matrix: its diagonal `diagonal`.
REG_OP(DiagV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(diagonal, Int, 0)
    .OP_END_FACTORY_REG(DiagV2);

// DiagV2 of x's elements as a list.
REG_OP(DiagFlat)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(diagonal, Int, 0)
    .OP_END_FACTORY_REG(DiagFlat);

// [batch_shape..., num_rows, num_columns], 1 on the diagonals, else 0. num_columns 0: as many as rows.
REG_OP(Eye)
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                           DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .REQUIRED_ATTR(num_rows, Int)
    .ATTR(num_columns, Int, 0)
    .ATTR(batch_shape, ListInt, {})
    .ATTR(dtype, Int, 0)
    .OP_END_FACTORY_REG(Eye);

// The sum of a matrix's diagonal; integers and bool in 64 bits.
REG_OP(Trace)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                          DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT64, DT_UINT64, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Trace);

}  // namespace ge
