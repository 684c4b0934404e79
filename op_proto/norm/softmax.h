// Along `axis`, with the largest element subtracted first so that nothing overflows.
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// exp(x) / sum(exp(x))
REG_OP(Softmax)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(Softmax);

// x - log(sum(exp(x)))
REG_OP(LogSoftmax)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(LogSoftmax);

}  // namespace ge
