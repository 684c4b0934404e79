// Over `axes`, with the largest element subtracted first so that nothing overflows.
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// exp(x) / sum(exp(x)) over `axes`. float16 gives float with half_to_float.
REG_OP(SoftmaxV2)
    .INPUT(x, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(axes, ListInt, {-1})
    .ATTR(half_to_float, Bool, false)
    .OP_END_FACTORY_REG(SoftmaxV2);

// logits - log(sum(exp(logits))) over `axes`.
REG_OP(LogSoftmaxV2)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(logits, T)
    .OUTPUT(logsoftmax, T)
    .ATTR(axes, ListInt, {-1})
    .OP_END_FACTORY_REG(LogSoftmaxV2);

}  // namespace ge
