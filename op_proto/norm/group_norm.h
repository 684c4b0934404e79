// CANN declares it in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The channels lie in num_groups groups of neighbours: y = (x - mean) / sqrt(variance + eps) * gamma + beta with the
// mean and population variance of an instance's group, over its channels and all other axes.
//   x, y: [N, C, …], or [N, …, C] where data_format is NHWC; gamma, beta: [C]; mean, variance: [N * num_groups]
// is_training changes nothing.
REG_OP(GroupNorm)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(gamma, T)
    .INPUT(beta, T)
    .OUTPUT(y, T)
    .OUTPUT(mean, T)
    .OUTPUT(variance, T)
    .REQUIRED_ATTR(num_groups, Int)
    .ATTR(data_format, String, "NHWC")
    .ATTR(eps, Float, 0.0001f)
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(GroupNorm);

}  // namespace ge
