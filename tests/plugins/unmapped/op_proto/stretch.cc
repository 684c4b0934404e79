// A prototype without a mapping: nodes of its name are taken for it, whatever framework they come from.
#include "graph/operator_reg.h"

namespace ge {

REG_OP(Stretch)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(shift, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(factor, Float)
    .ATTR(closed, Bool, false)
    .ATTR(axes, ListInt, {})
    .ATTR(mode, String, "up")
    .OP_END_FACTORY_REG(Stretch)

}  // namespace ge
