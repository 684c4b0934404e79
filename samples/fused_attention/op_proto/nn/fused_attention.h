// Scaled dot-product attention (Vaswani et al., 2017) as one operator.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = softmax(scale * query * key^T + mask) * value, the softmax along the last axis.
// query: [..., S, D]. key: [..., T, D]. value: [..., T, E]; the leading axes of all three are the same.
// mask: optional, broadcasts to [..., S, T]. y: [..., S, E].
// scale: 0 stands for 1 / sqrt(D).
REG_OP(FusedAttention)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(query, T)
    .INPUT(key, T)
    .INPUT(value, T)
    .OPTIONAL_INPUT(mask, T)
    .OUTPUT(y, T)
    .ATTR(scale, Float, 0.0f)
    .OP_END_FACTORY_REG(FusedAttention)

}  // namespace ge
