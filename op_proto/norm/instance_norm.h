// CANN declares it in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = (x - mean) / sqrt(variance + epsilon) * gamma + beta; mean and variance per instance and channel.
//   x, y: [N, C, D1 …] for "NCHW" and "NCDHW", [N, D1 …, C] for "NHWC" and "NDHWC"; gamma, beta: [C]; mean, variance:
//   x's shape with extents of 1 in place of D1 …
REG_OP(InstanceNorm)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(gamma, T)
    .INPUT(beta, T)
    .OUTPUT(y, T)
    .OUTPUT(mean, T)
    .OUTPUT(variance, T)
    .ATTR(data_format, String, "NDHWC")
    .ATTR(epsilon, Float, 1e-6f)
    .OP_END_FACTORY_REG(InstanceNorm);

}  // namespace ge
