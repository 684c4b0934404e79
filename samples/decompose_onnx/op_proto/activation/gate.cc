#include "op_proto/activation/gate.h"

namespace ge {

COMMON_INFER_FUNC_REG(Gate, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

}  // namespace ge
