// Neighbouring diagonals of matrices [..., M, N]. k: the number of one diagonal, positive above the main diagonal, or
// the numbers of the lowest and the highest diagonal. As a tensor one diagonal is [..., L], several are [..., K, L],
// the highest first. L is the length of the longest; a shorter diagonal has unused elements behind it. The V3 forms
// choose with `align` at which end of the L elements a diagonal lies, for the diagonals from the main one up and for
// those from it down: "RIGHT_LEFT" and so on.
// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The diagonals; unused elements are padding_value.
REG_OP(MatrixDiagPartV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(input, T)
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(padding_value, T)
    .OUTPUT(diagonal, T)
    .OP_END_FACTORY_REG(MatrixDiagPartV2);

REG_OP(MatrixDiagPartV3)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(padding_value, T)
    .OUTPUT(y, T)
    .ATTR(align, String, "RIGHT_LEFT")
    .OP_END_FACTORY_REG(MatrixDiagPartV3);

// Matrices with these diagonals and padding_value elsewhere. num_rows, num_cols: their extents; -1: the smallest extent
// that the diagonals need; both -1: the smallest square.
REG_OP(MatrixDiagV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(diagonal, T)
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(num_rows, TensorType({DT_INT32}))
    .INPUT(num_cols, TensorType({DT_INT32}))
    .INPUT(padding_value, T)
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(MatrixDiagV2);

REG_OP(MatrixDiagV3)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(num_rows, TensorType({DT_INT32}))
    .INPUT(num_cols, TensorType({DT_INT32}))
    .INPUT(padding_value, T)
    .OUTPUT(y, T)
    .ATTR(align, String, "RIGHT_LEFT")
    .OP_END_FACTORY_REG(MatrixDiagV3);

// `input` with these diagonals.
REG_OP(MatrixSetDiagV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(input, T)
    .INPUT(diagonal, T)
    .INPUT(k, TensorType({DT_INT32}))
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(MatrixSetDiagV2);

REG_OP(MatrixSetDiagV3)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(input, T)
    .INPUT(diagonal, T)
    .INPUT(k, TensorType({DT_INT32}))
    .OUTPUT(output, T)
    .ATTR(align, String, "RIGHT_LEFT")
    .OP_END_FACTORY_REG(MatrixSetDiagV3);

}  // namespace ge
