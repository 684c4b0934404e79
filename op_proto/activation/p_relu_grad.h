// CANN declares it in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Gradients of PRelu, whose weights broadcast to features. dx: grads where features > 0, else weights * grads. da, of
// weights' shape: the sum of features * grads over the elements where features <= 0.
REG_OP(PReluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grads, T)
    .INPUT(features, T)
    .INPUT(weights, T)
    .OUTPUT(dx, T)
    .OUTPUT(da, T)
    .OP_END_FACTORY_REG(PReluGrad);

}  // namespace ge
