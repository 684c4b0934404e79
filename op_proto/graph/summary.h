// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Gives x to the session's "Summary" callback after each run, under the operator's name. A Summary is a target of the
// graph.
REG_OP(Summary).INPUT(x, TensorType::ALL()).OP_END_FACTORY_REG(Summary)
}  // namespace ge
