#include "op_proto/norm/mean_variance.h"

#include "op_proto/common/shapes.h"

namespace ge {

// Both outputs have an extent of 1 along the axis.
IMPLEMT_INFERFUNC(MeanVariance, MeanVarianceInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  shapes::Dims dims = x.GetShape().GetDims();
  const int64_t axis = op.get_attr_axis();
  if (!shapes::HasAxis(op, dims, axis)) return GRAPH_FAILED;
  if (!shapes::IsUnknownRank(dims)) dims[shapes::Place(dims, axis)] = 1;
  if (shapes::SetOutput(op, "mean", dims, x.GetDataType()) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return shapes::SetOutput(op, "variance", dims, x.GetDataType());
}
INFER_FUNC_REG(MeanVariance, MeanVarianceInfer);

}  // namespace ge
