// CANN declares it in math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// true where x is an infinity, elementwise.
REG_OP(IsInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsInf);

}  // namespace ge
