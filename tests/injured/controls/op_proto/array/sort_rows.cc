#include "op_proto/array/sort_rows.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(SortRows, SortRowsInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  if (!shapes::HasAxis(op, dims, -1)) return GRAPH_FAILED;
  if (shapes::SetOutput(op, "y", dims, x.GetDataType()) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return shapes::SetOutput(op, "index", dims, DT_INT64);
}
INFER_FUNC_REG(SortRows, SortRowsInfer);

}  // namespace ge
