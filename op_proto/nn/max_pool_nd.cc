#include "op_proto/nn/max_pool_nd.h"

#include "op_proto/nn/window.h"

namespace ge {

IMPLEMT_INFERFUNC(MaxPoolND, MaxPoolNDInfer) {
  Dims y;
  if (!PoolOutput(op, PoolAttrs(op), y)) return GRAPH_FAILED;
  if (opdk::SetOutput(op, "indices", y, DT_INT64) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", y, op.get_input_desc_x().GetDataType());
}
INFER_FUNC_REG(MaxPoolND, MaxPoolNDInfer);

}  // namespace ge
