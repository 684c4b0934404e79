// y = 2 x, each with a fault that only a sanitizer sees: the values are right.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
REG_OP(Faultless)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Faultless) REG_OP(HeapOverflow)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(HeapOverflow) REG_OP(BadShift)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BadShift) REG_OP(DataRace)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(DataRace)
}  // namespace ge
