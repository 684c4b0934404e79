// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y is x. Source: ONNX Identity-16 (tensors).
REG_OP(Identity).DATATYPE(T, TensorType::ALL()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Identity)
}  // namespace ge
