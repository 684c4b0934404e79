// CANN declares these in random_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Numbers of mean 0 and variance 1. They follow from seed, seed2 and their place alone: every run and every machine gives
// the same ones. A node of an ONNX model without a seed is seeded by the name of its first output: two nodes differ, two
// runs don't.
REG_OP(RandomStandardNormal)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .REQUIRED_ATTR(dtype, Type)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomStandardNormal);

// Numbers in [0, 1), evenly spread. They follow from seed, seed2 and their place alone: every run and every machine gives
// the same ones. A node of an ONNX model without a seed is seeded by the name of its first output: two nodes differ, two
// runs don't.
REG_OP(RandomUniform)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .REQUIRED_ATTR(dtype, Type)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomUniform);

// For each row of logits ([N, classes]) num_samples classes drawn with probabilities in proportion to e^logit: [N,
// num_samples]. A row without a chance gives class 0. What is drawn follows from seed, seed2 and its place: every run gives
// the same. A node of an ONNX model without a seed is seeded by the name of its first output: two nodes differ, two runs
// don't.
REG_OP(Multinomial)
    .INPUT(logits, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(num_samples, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(Multinomial);

}  // namespace ge
