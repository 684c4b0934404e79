#include "op_proto/array/gather.h"

#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::CheckedAxis;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::SetOutput;

IMPLEMT_INFERFUNC(Gather, GatherInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  const Dims indices = op.get_input_desc_indices().GetShape().GetDims();
  if (IsUnknownRank(dims) || IsUnknownRank(indices)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  const auto axis = CheckedAxis(op, "axis", op.get_attr_axis(), dims);
  if (!axis) return GRAPH_FAILED;
  Dims y(dims.begin(), dims.begin() + *axis);
  y.insert(y.end(), indices.begin(), indices.end());
  y.insert(y.end(), dims.begin() + *axis + 1, dims.end());
  return SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(Gather, GatherInfer);

}  // namespace ge
