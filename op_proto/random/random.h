// CANN declares these in random_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Numbers of mean 0 and variance 1. Each trip of a loop and each run draws new ones. A node with a seed (seed and seed2
// aren't both 0) repeats them in each run of a graph that is compiled with ge.deterministic.
REG_OP(RandomStandardNormal)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .REQUIRED_ATTR(dtype, Type)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomStandardNormal);

// Numbers in [0, 1), evenly spread. Each trip of a loop and each run draws new ones. A node with a seed (seed and seed2
// aren't both 0) repeats them in each run of a graph that is compiled with ge.deterministic.
REG_OP(RandomUniform)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .REQUIRED_ATTR(dtype, Type)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomUniform);

// For each row of logits ([N, classes]) num_samples classes drawn with probabilities in proportion to e^logit: [N,
// num_samples]. A row without a chance gives class 0. Each trip of a loop and each run draws anew. A node with a seed
// (seed and seed2 aren't both 0) repeats its draws in each run of a graph that is compiled with ge.deterministic.
REG_OP(Multinomial)
    .INPUT(logits, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(num_samples, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(Multinomial);

}  // namespace ge
