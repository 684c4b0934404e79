// RmsNorm of a sum, and its gradient.
// CANN declares these in nn_norm.h, nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// RmsNorm of x = x1 + x2, and x.
REG_OP(AddRmsNorm)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gamma, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(epsilon, Float, 1e-6)
    .OP_END_FACTORY_REG(AddRmsNorm);

// The same; x1's new value is y, x2's the sum.
REG_OP(InplaceAddRmsNorm)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gamma, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(epsilon, Float, 1e-6)
    .OP_END_FACTORY_REG(InplaceAddRmsNorm);

// Gradients of RmsNorm by x and by gamma, from y's and the rstd it gave.
REG_OP(RmsNormGrad)
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(rstd, TensorType({DT_FLOAT}))
    .INPUT(gamma, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(dx, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(dgamma, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(RmsNormGrad);

}  // namespace ge
