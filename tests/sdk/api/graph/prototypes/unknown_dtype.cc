// error: DT_FLOT16
#include "graph/operator_reg.h"
namespace ge {
REG_OP(Misspelt)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOT16}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Misspelt)
}  // namespace ge
