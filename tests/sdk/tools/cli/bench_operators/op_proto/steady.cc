#include "op_proto/steady.h"

namespace ge {
COMMON_INFER_FUNC_REG(Steady, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(Untouched, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
}  // namespace ge
