#include "op_proto/misbehave.h"

namespace ge {
COMMON_INFER_FUNC_REG(Misbehave, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
}  // namespace ge
