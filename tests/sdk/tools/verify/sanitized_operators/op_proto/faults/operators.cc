#include "op_proto/faults/operators.h"

namespace ge {
COMMON_INFER_FUNC_REG(Faultless, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(HeapOverflow, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(BadShift, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(DataRace, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
}  // namespace ge
