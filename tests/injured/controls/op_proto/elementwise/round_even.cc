#include "op_proto/elementwise/round_even.h"

namespace ge {

COMMON_INFER_FUNC_REG(RoundEven, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

}  // namespace ge
