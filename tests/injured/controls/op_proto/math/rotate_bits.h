// The bits of x moved up by count places; those that leave at the top come in at the bottom.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(RotateBits)
    .INPUT(x, TensorType({DT_UINT8, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_UINT8, DT_UINT32, DT_UINT64}))
    .ATTR(count, Int, 1)
    .OP_END_FACTORY_REG(RotateBits)

}  // namespace ge
