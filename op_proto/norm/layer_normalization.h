// CANN declares it in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = (x - mean) / sqrt(variance + epsilon) * scale + bias; mean and variance over the axes from `axis` on.
//   x, y: [d0 … dn]; scale, bias: broadcast to [d_axis … dn]; mean, inv_std_dev: [d0 … d_axis-1, 1 … 1]
// stash_type: the dtype of mean and inv_std_dev, as ONNX numbers them (1 float, 10 float16, 11 double, 16 bfloat16).
REG_OP(LayerNormalization)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(scale, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(mean, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(inv_std_dev, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(axis, Int, -1)
    .ATTR(epsilon, Float, 1e-5f)
    .ATTR(stash_type, Int, 1)
    .OP_END_FACTORY_REG(LayerNormalization);

}  // namespace ge
