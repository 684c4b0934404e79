#include "op_proto/elementwise/scale_shift.h"

namespace ge {

// y has the shape and the dtype of x, known or not.
COMMON_INFER_FUNC_REG(ScaleShift, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

}  // namespace ge
