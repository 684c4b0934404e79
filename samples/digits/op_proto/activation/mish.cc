#include "op_proto/activation/mish.h"

namespace ge {
COMMON_INFER_FUNC_REG(Mish, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
}  // namespace ge
