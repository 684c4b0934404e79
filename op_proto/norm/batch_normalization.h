// CANN declares it in nn_batch_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = (x - mean) / sqrt(variance + epsilon) * scale + bias per channel.
//   x, y: [N, C, …], or [N] with one channel; scale, bias, mean, variance, running_mean, running_variance: [C]
// training_mode 0: with the given mean and variance, which are also the running ones. training_mode 1: with those of x
// (the population variance); running = given * momentum + of_x * (1 - momentum).
REG_OP(BatchNormalization)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(scale, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(mean, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(variance, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(running_mean, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(running_variance, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(epsilon, Float, 1e-5f)
    .ATTR(momentum, Float, 0.9f)
    .ATTR(training_mode, Int, 0)
    .OP_END_FACTORY_REG(BatchNormalization);

}  // namespace ge
