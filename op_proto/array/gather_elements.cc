#include "op_proto/array/gather_elements.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GatherElements, GatherElementsInfer) {
  const DataType type = op.get_input_desc_x().GetDataType();
  const opdk::Dims x = opdk::InputDims(op, "x"), indices = opdk::InputDims(op, "indices");
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(indices)) return opdk::SetOutput(op, "y", indices, type);
  const auto axis = opdk::CheckedAxis(op, "axis", op.get_attr_axis(), x);
  if (!axis) return GRAPH_FAILED;
  bool fits = x.size() == indices.size();
  for (size_t i = 0; fits && i < x.size(); ++i) {
    fits = static_cast<int64_t>(i) == *axis || x[i] < 0 || indices[i] <= x[i];
  }
  if (!fits) {
    return opdk::ReportInferError(op, "indices of shape " + opdk::ShapeText(indices) + " reach beyond x of shape " +
                                          opdk::ShapeText(x) + " outside axis " + std::to_string(*axis));
  }
  return opdk::SetOutput(op, "y", indices, type);
}
INFER_FUNC_REG(GatherElements, GatherElementsInfer);

}  // namespace ge
