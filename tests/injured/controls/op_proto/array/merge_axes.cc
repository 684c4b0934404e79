#include "op_proto/array/merge_axes.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(MergeAxes, MergeAxesInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  if (!shapes::HasAxis(op, dims, op.get_attr_first()) || !shapes::HasAxis(op, dims, op.get_attr_last())) {
    return GRAPH_FAILED;
  }
  if (shapes::IsUnknownRank(dims)) return shapes::SetOutput(op, "y", dims, x.GetDataType());
  const size_t first = shapes::Place(dims, op.get_attr_first());
  const size_t last = shapes::Place(dims, op.get_attr_last());
  if (first > last) return opdk::ReportInferError(op, "first stands behind last");
  shapes::Dims y;
  int64_t merged = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i < first || i > last) {
      y.push_back(dims[i]);
      continue;
    }
    // Nothing times an unknown extent is nothing.
    if (merged == 0 || dims[i] == 0) {
      merged = 0;
    } else {
      merged = merged == UNKNOWN_DIM || dims[i] == UNKNOWN_DIM ? UNKNOWN_DIM : merged * dims[i];
    }
    if (i == last) y.push_back(merged);
  }
  return shapes::SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(MergeAxes, MergeAxesInfer);

}  // namespace ge
