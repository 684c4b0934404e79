#include "op_proto/reduce/mean_square.h"

#include "op_proto/common/shapes.h"

namespace ge {

// x without the axes, or with an extent of 1 in their place.
IMPLEMT_INFERFUNC(MeanSquare, MeanSquareInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  const shapes::Dims axes = op.get_attr_axes();
  const bool keep_dims = op.get_attr_keep_dims();
  if (shapes::IsUnknownRank(dims)) {
    const bool scalar = axes.empty() && !keep_dims;
    return shapes::SetOutput(op, "y", scalar ? shapes::Dims() : UNKNOWN_RANK, x.GetDataType());
  }
  std::vector<bool> reduced(dims.size(), axes.empty());
  for (const int64_t axis : axes) {
    if (!shapes::HasAxis(op, dims, axis)) return GRAPH_FAILED;
    const size_t place = shapes::Place(dims, axis);
    if (reduced[place]) return opdk::ReportInferError(op, "axes name one axis twice");
    reduced[place] = true;
  }
  shapes::Dims y;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!reduced[i]) y.push_back(dims[i]);
    if (reduced[i] && keep_dims) y.push_back(1);
  }
  return shapes::SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(MeanSquare, MeanSquareInfer);

}  // namespace ge
