#include "op_proto/array/permute_axes.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(PermuteAxes, PermuteAxesInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const shapes::Dims dims = x.GetShape().GetDims();
  const shapes::Dims order = op.get_attr_order();
  std::vector<bool> taken(order.size(), false);
  for (const int64_t axis : order) {
    const bool exists = axis >= 0 && axis < static_cast<int64_t>(order.size());
    if (!exists || taken[static_cast<size_t>(axis)]) return opdk::ReportInferError(op, "order is no permutation");
    taken[static_cast<size_t>(axis)] = true;
  }
  if (shapes::IsUnknownRank(dims)) {
    return shapes::SetOutput(op, "y", shapes::Dims(order.size(), UNKNOWN_DIM), x.GetDataType());
  }
  if (order.size() != dims.size()) return opdk::ReportInferError(op, "order doesn't have an entry for each axis of x");
  shapes::Dims y;
  for (const int64_t axis : order) y.push_back(dims[static_cast<size_t>(axis)]);
  return shapes::SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(PermuteAxes, PermuteAxesInfer);

}  // namespace ge
