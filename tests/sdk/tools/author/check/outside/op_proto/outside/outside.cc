#include "op_proto/outside/outside.h"

#include "graph/operator_reg.h"

namespace ge {

COMMON_INFER_FUNC_REG(Outside, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

}  // namespace ge
