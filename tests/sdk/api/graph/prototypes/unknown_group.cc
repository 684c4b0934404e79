// error: FLOATS
#include "graph/operator_reg.h"
namespace ge {
REG_OP(Grouped).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::FLOATS()).OP_END_FACTORY_REG(Grouped)
}  // namespace ge
