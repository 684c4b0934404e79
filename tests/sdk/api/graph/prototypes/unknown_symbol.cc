// error: Undeclared
#include "graph/operator_reg.h"
namespace ge {
REG_OP(Symbol).INPUT(x, T).OUTPUT(y, Undeclared).DATATYPE(T, TensorType::ALL()).OP_END_FACTORY_REG(Symbol)
}  // namespace ge
