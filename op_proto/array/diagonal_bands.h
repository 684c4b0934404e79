// Neighbouring diagonals of matrices [..., M, N]. k: the number of the one diagonal, above 0 over the main one, or
// those of the lowest and the highest. As a tensor the diagonals are [..., L], several [..., K, L], the highest first,
// where L is the length of the longest; a shorter one has the rest behind it. Of the V3 forms `align` says of the
// diagonals from the main one up and of those from it down, in "RIGHT_LEFT" and the like, at which end of the L
// elements they lie.
// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The diagonals, with padding_value in the rest.
REG_OP(MatrixDiagPartV2)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                              DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(padding_value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                      DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(diagonal, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                  DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixDiagPartV2);

REG_OP(MatrixDiagPartV3)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                          DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(padding_value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                      DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                           DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(align, String, "RIGHT_LEFT")
    .OP_END_FACTORY_REG(MatrixDiagPartV3);

// Matrices with these diagonals, elsewhere padding_value. num_rows, num_cols: their extents; -1: as few as the
// diagonals need, both -1: that of a square.
REG_OP(MatrixDiagV2)
    .INPUT(diagonal, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                 DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(num_rows, TensorType({DT_INT32}))
    .INPUT(num_cols, TensorType({DT_INT32}))
    .INPUT(padding_value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                      DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixDiagV2);

REG_OP(MatrixDiagV3)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                          DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(num_rows, TensorType({DT_INT32}))
    .INPUT(num_cols, TensorType({DT_INT32}))
    .INPUT(padding_value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                      DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                           DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(align, String, "RIGHT_LEFT")
    .OP_END_FACTORY_REG(MatrixDiagV3);

// `input` with these diagonals.
REG_OP(MatrixSetDiagV2)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                              DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(diagonal, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                 DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(k, TensorType({DT_INT32}))
    .OUTPUT(output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixSetDiagV2);

REG_OP(MatrixSetDiagV3)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                              DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(diagonal, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                 DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(k, TensorType({DT_INT32}))
    .OUTPUT(output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                                DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(align, String, "RIGHT_LEFT")
    .OP_END_FACTORY_REG(MatrixSetDiagV3);

}  // namespace ge
