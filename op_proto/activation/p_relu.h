// CANN declares it in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x where x >= 0, else weight * x; the weight is broadcast to the shape of x.
REG_OP(PRelu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .INPUT(weight, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(PRelu);

}  // namespace ge
