#include "op_proto/array/gather_elements.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GatherElements, GatherElementsInfer) {
  const DataType type = op.get_input_desc_x().GetDataType();
  const opdk::Dims x = opdk::InputDims(op, "x"), index = opdk::InputDims(op, "index");
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(index)) return opdk::SetOutput(op, "y", index, type);
  const auto axis = opdk::CheckedAxis(op, "dim", op.get_attr_dim(), x);
  if (!axis) return GRAPH_FAILED;
  bool fits = x.size() == index.size();
  for (size_t i = 0; fits && i < x.size(); ++i) {
    fits = static_cast<int64_t>(i) == *axis || x[i] < 0 || index[i] <= x[i];
  }
  if (!fits) {
    return opdk::ReportInferError(op, "index of shape " + opdk::ShapeText(index) + " reaches beyond x of shape " +
                                          opdk::ShapeText(x) + " outside axis " + std::to_string(*axis));
  }
  return opdk::SetOutput(op, "y", index, type);
}
INFER_FUNC_REG(GatherElements, GatherElementsInfer);

}  // namespace ge
