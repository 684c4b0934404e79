// RmsNorm of a sum, and its gradient.
// CANN declares these in nn_norm.h, nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// RmsNorm of x = x1 + x2, and x.
REG_OP(AddRmsNorm)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(gamma, T)
    .OUTPUT(y, T)
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x, T)
    .ATTR(epsilon, Float, 1e-6)
    .OP_END_FACTORY_REG(AddRmsNorm);

// The same; x1's new value is y, x2's the sum.
REG_OP(InplaceAddRmsNorm)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(gamma, T)
    .OUTPUT(x1, T)
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x2, T)
    .ATTR(epsilon, Float, 1e-6)
    .OP_END_FACTORY_REG(InplaceAddRmsNorm);

// Gradients of RmsNorm by x and by gamma, from y's and the rstd it gave.
REG_OP(RmsNormGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, T)
    .INPUT(x, T)
    .INPUT(rstd, TensorType({DT_FLOAT}))
    .INPUT(gamma, T)
    .OUTPUT(dx, T)
    .OUTPUT(dgamma, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(RmsNormGrad);

}  // namespace ge
