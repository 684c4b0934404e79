// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// The number of elements of x. y: rank 0. Source: ONNX Size-13.
REG_OP(Size).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType({DT_INT64})).OP_END_FACTORY_REG(Size)
}  // namespace ge
