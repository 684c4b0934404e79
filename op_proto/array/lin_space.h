// CANN declares these in selection_ops.h, transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// num numbers at equal distances from start to stop. LinSpaceD: assist holds the numbers from 0 on and isn't read.
REG_OP(LinSpace)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .INPUT(start, T)
    .INPUT(stop, T)
    .INPUT(num, TensorType::IndexNumberType())
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(LinSpace);

REG_OP(LinSpaceD)
    .INPUT(assist, TensorType({DT_FLOAT}))
    .INPUT(start, TensorType({DT_FLOAT}))
    .INPUT(stop, TensorType({DT_FLOAT}))
    .INPUT(num, TensorType::IndexNumberType())
    .OUTPUT(output, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(LinSpaceD);

}  // namespace ge
