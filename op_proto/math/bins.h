// Histograms: the number of elements in each of equal parts of a range. Elements outside of the range count for its
// ends (HistogramFixedWidth) or not at all (Bincount).
// CANN declares these in math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// bins[i]: the number of elements of array that equal i, for i below size; with weights (as many elements) the sum of
// their weights.
REG_OP(Bincount)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT32, DT_INT64, DT_DOUBLE}))
    .INPUT(array, TensorType({DT_INT32}))
    .INPUT(size, TensorType({DT_INT32}))
    .INPUT(weights, T)
    .OUTPUT(bins, T)
    .OP_END_FACTORY_REG(Bincount);

// nbins parts of range [from, to].
REG_OP(HistogramFixedWidth)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(range, T)
    .INPUT(nbins, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT32}))
    .ATTR(dtype, Int, 3)
    .OP_END_FACTORY_REG(HistogramFixedWidth);

REG_OP(HistogramFixedWidthD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(range, T)
    .OUTPUT(y, TensorType({DT_INT32}))
    .REQUIRED_ATTR(nbins, Int)
    .ATTR(dtype, Int, 3)
    .OP_END_FACTORY_REG(HistogramFixedWidthD);

}  // namespace ge
