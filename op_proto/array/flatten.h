// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// x: any shape; y: [product of axes before axis, product of the rest]. Source: ONNX Flatten-13.
REG_OP(Flatten).DATATYPE(T, TensorType::ALL()).INPUT(x, T).OUTPUT(y, T).ATTR(axis, Int, 1).OP_END_FACTORY_REG(Flatten)
}  // namespace ge
