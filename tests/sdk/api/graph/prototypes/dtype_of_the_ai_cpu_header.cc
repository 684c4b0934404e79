// error: DT_BFLOAT16
#include "cpu_types.h"
#include "graph/operator_reg.h"
namespace ge {
REG_OP(Mixed)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT, DT_BFLOAT16}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Mixed)
}  // namespace ge
