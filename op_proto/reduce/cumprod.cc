#include "op_proto/reduce/cumprod.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Cumprod, CumprodInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const opdk::Dims shape = opdk::InputDims(op, "axis");
  if (opdk::IsStatic(shape) && opdk::ExtentProduct(shape) != 1) {
    return opdk::ReportInferError(op, "axis has shape " + opdk::ShapeText(shape) + ", it must have one element");
  }
  const auto axis = opdk::ConstInt(op, "axis");
  if (axis && !opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", *axis, x)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

INFER_FUNC_REG(Cumprod, CumprodInferShape);

}  // namespace ge
