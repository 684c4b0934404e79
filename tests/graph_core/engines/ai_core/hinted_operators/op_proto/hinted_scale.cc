#include "op_proto/hinted_scale.h"

namespace ge {
COMMON_INFER_FUNC_REG(HintedScale, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
}  // namespace ge
