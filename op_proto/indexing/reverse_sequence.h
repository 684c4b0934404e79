// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Entry b of axis batch_dim has its first seq_lengths[b] elements along seq_dim reversed, the others as they are. A
// length must lie in [0, extent].
REG_OP(ReverseSequence)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(seq_lengths, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(seq_dim, Int)
    .ATTR(batch_dim, Int, 0)
    .OP_END_FACTORY_REG(ReverseSequence);

}  // namespace ge
