// CANN declares it in linalg_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The sum of products that `equation` names, as numpy.einsum: a letter for each axis, "..." for axes that broadcast, a
// letter twice in one term for a diagonal. Without "->" the result has the broadcast axes, then the letters that occur
// once, in alphabetical order. An axis of extent 1 broadcasts. Integers wrap around. N: the number of inputs x.
REG_OP(Einsum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(equation, String)
    .REQUIRED_ATTR(N, Int)
    .OP_END_FACTORY_REG(Einsum);

}  // namespace ge
