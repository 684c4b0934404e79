#include "op_proto/array/flip_axes.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(FlipAxes, FlipAxesInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  std::vector<bool> flipped(dims.size(), false);
  for (const int64_t axis : op.get_attr_axes()) {
    if (!shapes::HasAxis(op, dims, axis)) return GRAPH_FAILED;
    if (shapes::IsUnknownRank(dims)) continue;
    if (flipped[shapes::Place(dims, axis)]) return opdk::ReportInferError(op, "axes name one axis twice");
    flipped[shapes::Place(dims, axis)] = true;
  }
  return shapes::SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(FlipAxes, FlipAxesInfer);

}  // namespace ge
