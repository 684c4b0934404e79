// Run-length encoding.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x: [N]. values: [R], the first element of each run of equal elements. lengths: [R], how many there are. R, the number
// of runs, depends on the values of x.
REG_OP(RunLengths)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64, DT_UINT8, DT_BOOL}))
    .INPUT(x, T)
    .OUTPUT(values, T)
    .OUTPUT(lengths, TensorType({DT_INT64}))
    .OP_END_FACTORY_REG(RunLengths)

}  // namespace ge
