#include "op_proto/array/concat.h"

#include <string>
#include <vector>

#include "op_proto/common/infer.h"

namespace ge {

using opdk::CheckedAxis;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Concat, ConcatInfer) {
  const uint32_t count = static_cast<uint32_t>(op.GetDynamicInputNum("x"));
  if (count == 0) return ReportInferError(op, "it has no inputs");
  const DataType dtype = op.get_dynamic_input_desc_x(0).GetDataType();
  Dims y = opdk::kUnknownRank;
  int64_t axis = op.get_attr_axis();
  bool axis_known = true;
  int64_t joined = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const TensorDesc desc = op.get_dynamic_input_desc_x(i);
    const std::string here = "x" + std::to_string(i);
    if (desc.GetDataType() != dtype) return ReportInferError(op, here + " has another dtype than x0");
    const Dims dims = desc.GetShape().GetDims();
    if (IsUnknownRank(dims)) {
      axis_known = false;
      continue;
    }
    if (IsUnknownRank(y)) {
      y = dims;
      const auto checked = CheckedAxis(op, "axis", axis, dims);
      if (!checked) return GRAPH_FAILED;
      axis = *checked;
    } else if (dims.size() != y.size()) {
      return ReportInferError(op, here + " " + ShapeText(dims) + " has another rank than " + ShapeText(y));
    }
    for (size_t k = 0; k < dims.size(); ++k) {
      if (static_cast<int64_t>(k) == axis) {
        axis_known = axis_known && dims[k] >= 0;
        joined += dims[k];
      } else if (y[k] < 0) {
        y[k] = dims[k];
      } else if (dims[k] >= 0 && dims[k] != y[k]) {
        return ReportInferError(op, here + " " + ShapeText(dims) + " and " + ShapeText(y) + " differ in axis " +
                                        std::to_string(k) + ", which is not joined");
      }
    }
  }
  if (!IsUnknownRank(y)) y[static_cast<size_t>(axis)] = axis_known ? joined : UNKNOWN_DIM;
  return SetOutput(op, "y", y, dtype);
}
INFER_FUNC_REG(Concat, ConcatInfer);

}  // namespace ge
