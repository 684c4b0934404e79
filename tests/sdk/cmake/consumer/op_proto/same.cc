#include "graph/operator_reg.h"

namespace ge {
// y is x.
REG_OP(Same)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Same)

        IMPLEMT_COMMON_INFERFUNC(SameInferShape) {
  return op.UpdateOutputDesc("y", op.GetInputDesc("x"));
}
COMMON_INFER_FUNC_REG(Same, SameInferShape);
}  // namespace ge
