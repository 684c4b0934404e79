// error: DT_INT33
#include "graph/operator_reg.h"
namespace ge {
REG_OP(Symbol).INPUT(x, T).OUTPUT(y, T).DATATYPE(T, TensorType({DT_INT33})).OP_END_FACTORY_REG(Symbol)
}  // namespace ge
