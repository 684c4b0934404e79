#include "op_proto/elementwise/linear_map.h"

namespace ge {

// y has the shape and the dtype of x, known or not.
COMMON_INFER_FUNC_REG(LinearMap, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

}  // namespace ge
