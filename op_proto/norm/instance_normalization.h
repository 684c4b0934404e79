// CANN declares it in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = (x - mean) / sqrt(variance + epsilon) * scale + bias; mean and variance per instance and channel.
//   x, y: [N, C, D1 …]; scale, bias: [C]
REG_OP(InstanceNormalization)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(scale, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(epsilon, Float, 1e-5f)
    .OP_END_FACTORY_REG(InstanceNormalization);

}  // namespace ge
