#include "op_proto/array/scatter_elements.h"

#include <algorithm>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(ScatterElements, ScatterElementsInfer) {
  const opdk::Dims data = opdk::InputDims(op, "data"), indices = opdk::InputDims(op, "indices"),
                   updates = opdk::InputDims(op, "updates");
  if (!opdk::MergeDims(indices, updates)) {
    return opdk::ReportInferError(
        op, "updates have shape " + opdk::ShapeText(updates) + ", not " + opdk::ShapeText(indices));
  }
  if (opdk::IsUnknownRank(data)) return opdk::InferLike(op, "data", "y");
  const auto axis = opdk::CheckedAxis(op, "axis", opdk::IntAttr(op, "axis"), data);
  if (!axis) return GRAPH_FAILED;
  if (!opdk::IsUnknownRank(indices)) {
    bool fits = data.size() == indices.size();
    for (size_t i = 0; fits && i < data.size(); ++i) {
      fits = static_cast<int64_t>(i) == *axis || data[i] < 0 || indices[i] <= data[i];
    }
    if (!fits) {
      return opdk::ReportInferError(op, "indices of shape " + opdk::ShapeText(indices) +
                                            " reach beyond data of shape " + opdk::ShapeText(data) + " outside axis " +
                                            std::to_string(*axis));
    }
  }
  return opdk::InferLike(op, "data", "y");
}

IMPLEMT_VERIFIER(ScatterElements, ScatterElementsVerify) {
  if (opdk::CheckSameType(op, {"data", "updates"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const std::vector<std::string> known = {"none", "add", "mul", "max", "min"};
  const std::string reduction = opdk::StringAttr(op, "reduction");
  if (std::find(known.begin(), known.end(), reduction) == known.end()) {
    return opdk::ReportInferError(op, "reduction is \"" + reduction + "\", not none, add, mul, max or min");
  }
  if (reduction != "none" && opdk::InputType(op, "data") == DT_BOOL) {
    return opdk::ReportInferError(op, "reduction \"" + reduction + "\" of bool");
  }
  const DataType type = opdk::InputType(op, "data");
  if ((reduction == "max" || reduction == "min") && (type == DT_COMPLEX64 || type == DT_COMPLEX128)) {
    return opdk::ReportInferError(op, "reduction \"" + reduction + "\" of complex numbers, which have no order");
  }
  return GRAPH_SUCCESS;
}

INFER_FUNC_REG(ScatterElements, ScatterElementsInfer);
VERIFY_FUNC_REG(ScatterElements, ScatterElementsVerify);

}  // namespace ge
