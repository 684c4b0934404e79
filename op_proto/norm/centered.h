// Normalizations that subtract a mean and divide by a deviation.
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x less its mean along axes.
REG_OP(Centralization)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(axes, ListInt, {-1})
    .OP_END_FACTORY_REG(Centralization);

// x [N, C, ...] less the mean of each channel (across_channels: of each N); with normalize_variance divided by eps +
// the deviation.
REG_OP(MVN)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(normalize_variance, Bool, true)
    .ATTR(across_channels, Bool, false)
    .ATTR(eps, Float, 1e-9)
    .OP_END_FACTORY_REG(MVN);

// x less its mean along axes, divided by eps + the deviation.
REG_OP(MVNV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(eps, Float, 1e-9)
    .ATTR(axes, ListInt, {0, 2, 3})
    .OP_END_FACTORY_REG(MVNV2);

// grad less the sum of grad * x along the last axis.
REG_OP(ConfusionSoftmaxGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad, T)
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ConfusionSoftmaxGrad);

}  // namespace ge
