// Layers normalized: y = (x - mean) / sqrt(variance + epsilon) * gamma + beta, with mean and variance over the axes of
// x from begin_norm_axis on. gamma and beta broadcast to the axes from begin_params_axis on; a negative axis counts
// from the end.
//   x, y: [d0 … dn]; mean, variance, rstd: [d0 … d_begin-1, 1 … 1], double where x is, else float
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(LayerNorm)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T1)
    .INPUT(gamma, T1)
    .INPUT(beta, T1)
    .OUTPUT(y, T1)
    .OUTPUT(mean, T2)
    .OUTPUT(variance, T2)
    .ATTR(begin_norm_axis, Int, 0)
    .ATTR(begin_params_axis, Int, 0)
    .ATTR(epsilon, Float, 0.0000001f)
    .OP_END_FACTORY_REG(LayerNorm);

// rstd: 1 / sqrt(variance + epsilon).
REG_OP(LayerNormV3)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T1)
    .INPUT(gamma, T1)
    .INPUT(beta, T1)
    .OUTPUT(y, T1)
    .OUTPUT(mean, T2)
    .OUTPUT(rstd, T2)
    .ATTR(begin_norm_axis, Int, 0)
    .ATTR(begin_params_axis, Int, 0)
    .ATTR(epsilon, Float, 0.00001f)
    .OP_END_FACTORY_REG(LayerNormV3);

// Normalizes the last axes, whose extents are normalized_shape: [k]. An absent gamma is 1, an absent beta 0.
REG_OP(LayerNormV4)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T3, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T1)
    .INPUT(normalized_shape, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(gamma, T2)
    .OPTIONAL_INPUT(beta, T2)
    .OUTPUT(y, T1)
    .OUTPUT(mean, T3)
    .OUTPUT(rstd, T3)
    .ATTR(epsilon, Float, 0.00001f)
    .OP_END_FACTORY_REG(LayerNormV4);

}  // namespace ge
