// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x reversed along the axes that `axis` lists, each once; an empty list gives x itself.
REG_OP(ReverseV2)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ReverseV2);

REG_OP(ReverseV2D)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axis, ListInt)
    .OP_END_FACTORY_REG(ReverseV2D);

}  // namespace ge
