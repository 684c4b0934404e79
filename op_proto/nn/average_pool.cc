#include "op_proto/nn/average_pool.h"

#include "op_proto/nn/window.h"

namespace ge {

IMPLEMT_INFERFUNC(AveragePool, AveragePoolInfer) {
  Dims y;
  if (!PoolOutput(op, PoolAttrs(op), y)) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", y, op.get_input_desc_x().GetDataType());
}
INFER_FUNC_REG(AveragePool, AveragePoolInfer);

}  // namespace ge
