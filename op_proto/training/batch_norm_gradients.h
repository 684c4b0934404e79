// Gradients of batch normalization (batch_norms.h).
// CANN declares these in nn_batch_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// reserve_space_1 and reserve_space_2: the mean and variance (not the unbiased one) that normalized x. With
// x̂ = (x - mean) / sqrt(variance + epsilon) and sums and means over a channel:
//   scale_backprop = sum of y_backprop * x̂, offset_backprop = sum of y_backprop
//   is_training: x_backprop = scale / sqrt(variance + epsilon) * (y_backprop - its mean - x̂ * mean of y_backprop * x̂)
//   else:        x_backprop = scale / sqrt(variance + epsilon) * y_backprop
// reserve_space_3 is not read; reserve_space_4 and reserve_space_5, scalars, are 0.
REG_OP(BatchNormGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(y_backprop, T)
    .INPUT(x, T)
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(reserve_space_1, TensorType({DT_FLOAT}))
    .INPUT(reserve_space_2, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(reserve_space_3, TensorType({DT_FLOAT}))
    .OUTPUT(x_backprop, T)
    .OUTPUT(scale_backprop, TensorType({DT_FLOAT}))
    .OUTPUT(offset_backprop, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_4, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_5, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.0001)
    .ATTR(data_format, String, "NHWC")
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(BatchNormGrad);

REG_OP(BatchNorm3DGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(y_backprop, T)
    .INPUT(x, T)
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(reserve_space_1, TensorType({DT_FLOAT}))
    .INPUT(reserve_space_2, TensorType({DT_FLOAT}))
    .OUTPUT(x_backprop, T)
    .OUTPUT(scale_backprop, TensorType({DT_FLOAT}))
    .OUTPUT(offset_backprop, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_4, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_5, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.0001)
    .ATTR(data_format, String, "NCDHW")
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(BatchNorm3DGrad);

// Here the two that are 0 are called reserve_space_3 and reserve_space_4.
REG_OP(BatchNormGradExt2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(y_backprop, T)
    .INPUT(x, T)
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(reserve_space_1, TensorType({DT_FLOAT}))
    .INPUT(reserve_space_2, TensorType({DT_FLOAT}))
    .OUTPUT(x_backprop, T)
    .OUTPUT(scale_backprop, TensorType({DT_FLOAT}))
    .OUTPUT(offset_backprop, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_3, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_4, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.0001)
    .ATTR(data_format, String, "NHWC")
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(BatchNormGradExt2);

}  // namespace ge
