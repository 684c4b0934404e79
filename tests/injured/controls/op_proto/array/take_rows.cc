#include "op_proto/array/take_rows.h"

#include "op_proto/common/shapes.h"

namespace ge {

// The shape of the indices in place of the axis.
IMPLEMT_INFERFUNC(TakeRows, TakeRowsInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  const shapes::Dims indices = op.GetInputDescByName("indices").GetShape().GetDims();
  const int64_t axis = op.get_attr_axis();
  if (!shapes::HasAxis(op, dims, axis)) return GRAPH_FAILED;
  if (shapes::IsUnknownRank(dims) || shapes::IsUnknownRank(indices)) {
    return shapes::SetOutput(op, "y", UNKNOWN_RANK, x.GetDataType());
  }
  const auto place = static_cast<std::ptrdiff_t>(shapes::Place(dims, axis));
  shapes::Dims y(dims.begin(), dims.begin() + place);
  y.insert(y.end(), indices.begin(), indices.end());
  y.insert(y.end(), dims.begin() + place + 1, dims.end());
  return shapes::SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(TakeRows, TakeRowsInfer);

}  // namespace ge
