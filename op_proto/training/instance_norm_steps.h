// Instance normalization in the steps that training graphs use. x: [N, C, D1 ...]; statistics: [N, C, 1 ...], always
// float; gamma (absent: 1) and beta (absent: 0): [N, C, 1 ...] or [1, C, 1 ...].
// CANN declares these in reduce_ops.h, nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The sum, and the sum of squares, of each instance and channel.
REG_OP(INTrainingReduceV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(sum, TensorType({DT_FLOAT}))
    .OUTPUT(square_sum, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(INTrainingReduceV2);

// With n elements: m = sum / n, v = square_sum / n - m^2, y = gamma * (x - m) / sqrt(v + epsilon) + beta. batch_mean
// and batch_variance are m and v; where mean and variance are given, these moved by `momentum` of the way to m and to
// n / (n - 1) * v (0 where n is 1).
REG_OP(INTrainingUpdateV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .INPUT(sum, TensorType({DT_FLOAT}))
    .INPUT(square_sum, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(gamma, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(beta, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(mean, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .ATTR(momentum, Float, 0.1)
    .ATTR(epsilon, Float, 0.00001)
    .OP_END_FACTORY_REG(INTrainingUpdateV2);

// y = gamma * (x - mean) / sqrt(variance + epsilon) + beta. batch_mean and batch_variance are mean and variance, which
// must be there.
REG_OP(INInferV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .OPTIONAL_INPUT(gamma, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(beta, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(mean, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.00001)
    .OP_END_FACTORY_REG(INInferV2);

// The same with variance_sqrt in place of the square root; it must be there, too.
REG_OP(INInferV2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .OPTIONAL_INPUT(gamma, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(beta, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(mean, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(variance, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(variance_sqrt, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(INInferV2D);

}  // namespace ge
