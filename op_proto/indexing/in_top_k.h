// true for a row of x1 [N, C] if fewer than k of its numbers are above the number that x2 [N] selects. false if x2 lies
// outside of the row, or if a number of the row is not finite. InTopKV2 calls the inputs predictions and targets.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(InTopK)
    .DATATYPE(T, TensorType::IndexNumberType())
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, T)
    .INPUT(k, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(InTopK);

REG_OP(InTopKD)
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(k, Int)
    .OP_END_FACTORY_REG(InTopKD);

REG_OP(InTopKV2)
    .DATATYPE(T, TensorType::IndexNumberType())
    .INPUT(predictions, TensorType({DT_FLOAT}))
    .INPUT(targets, T)
    .INPUT(k, T)
    .OUTPUT(precision, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(InTopKV2);

}  // namespace ge
