#include "op_proto/indexing/fill.h"

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(FillInfer) {
  const opdk::Dims dims = opdk::InputDims(op, "dims");
  if (!opdk::IsUnknownRank(dims) && dims.size() != 1) {
    return opdk::ReportInferError(op, "dims has shape " + opdk::ShapeText(dims) + ", it must be a list");
  }
  if (opdk::CheckOneNumber(op, {"value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "value");
  if (const auto y = opdk::ConstInts(op, "dims")) {
    for (int64_t extent : *y) {
      if (extent < 0) return opdk::ReportInferError(op, "dims has a negative extent: " + std::to_string(extent));
    }
  }
  return opdk::SetOutput(op, "y", opdk::ListedShape(op, "dims"), type);
}

COMMON_INFER_FUNC_REG(Fill, FillInfer);
COMMON_INFER_FUNC_REG(FillD, FillInfer);

}  // namespace ge
