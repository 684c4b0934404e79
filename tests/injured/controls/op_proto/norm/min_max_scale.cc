#include "op_proto/norm/min_max_scale.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(MinMaxScale, MinMaxScaleInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  if (!shapes::HasAxis(op, dims, op.get_attr_axis())) return GRAPH_FAILED;
  return shapes::SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(MinMaxScale, MinMaxScaleInfer);

}  // namespace ge
