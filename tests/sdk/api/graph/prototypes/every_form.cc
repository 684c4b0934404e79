// error: none
#include "graph/operator_reg.h"
namespace ge {
REG_OP(EveryForm)
    .INPUT(a, TensorType({DT_FLOAT, DT_BF16}))
    .INPUT(b, TensorType(DT_BOOL))
    .OPTIONAL_INPUT(c, {DT_FLOAT})
    .OPTIONAL_INPUT(d, DT_FLOAT)
    .INPUT(e, ge::TensorType::NumberType())
    .INPUT(f, "T")
    .INPUT(g, T)
    .DYNAMIC_INPUT(h, TensorType::ALL())
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .DATATYPE(L, ListTensorType(TensorType::ALL()))
    .OUTPUT(y, T)
    .DYNAMIC_OUTPUT(z, L)
    .ATTR(n, Int, 3)
    .OP_END_FACTORY_REG(EveryForm)
}  // namespace ge
