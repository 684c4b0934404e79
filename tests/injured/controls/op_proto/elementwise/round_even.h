// The nearest whole number, halves to the even one. The sign stays, of zeros too.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(RoundEven)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(RoundEven)

}  // namespace ge
