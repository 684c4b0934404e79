// Batch normalization in one operator, as TensorFlow has it.
// CANN declares these in nn_batch_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Normalizes channel by channel: y = scale * (x - m) / sqrt(v + epsilon) + offset. Channels: x's last axis for "NHWC"
// and "NDHWC", axis 1 for "NCHW" and "NCDHW". All tensors but x and y are [C] and float, or double if x is double.
//   is_training: m and v are the batch's mean and variance, which reserve_space_1 and reserve_space_2 keep;
//     batch_mean and batch_variance are mean and variance moved towards m and n / (n - 1) * v (0 for a channel of n = 1
//     element) by exponential_avg_factor of the way
//   else: m and v are mean and variance, and so are both pairs of outputs
// reserve_space_3, a scalar, is 0.
// reserve_space_3, a scalar, is 0.
REG_OP(BatchNorm)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_DOUBLE}))
    .INPUT(x, T1)
    .INPUT(scale, T2)
    .INPUT(offset, T2)
    .OPTIONAL_INPUT(mean, T2)
    .OPTIONAL_INPUT(variance, T2)
    .OUTPUT(y, T1)
    .OUTPUT(batch_mean, T2)
    .OUTPUT(batch_variance, T2)
    .OUTPUT(reserve_space_1, T2)
    .OUTPUT(reserve_space_2, T2)
    .OUTPUT(reserve_space_3, T2)
    .ATTR(epsilon, Float, 0.0001)
    .ATTR(data_format, String, "NHWC")
    .ATTR(is_training, Bool, true)
    .ATTR(exponential_avg_factor, Float, 1.0)
    .OP_END_FACTORY_REG(BatchNorm);

REG_OP(BatchNorm3D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(offset, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(mean, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_1, TensorType({DT_FLOAT}))
    .OUTPUT(reserve_space_2, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.0001)
    .ATTR(data_format, String, "NCDHW")
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(BatchNorm3D);

}  // namespace ge
