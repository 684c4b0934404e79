#include "op_proto/array/expand.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::BroadcastDims;
using opdk::ConstInts;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_COMMON_INFERFUNC(ExpandInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  const auto shape = ConstInts(op, "shape");
  if (!shape) {
    const Dims dims = x.GetShape().GetDims(), open = opdk::ListedShape(op, "shape");
    if (IsUnknownRank(dims) || IsUnknownRank(open)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
    const auto y = BroadcastDims(dims, open);
    return SetOutput(op, "y", y ? *y : Dims(std::max(open.size(), dims.size()), UNKNOWN_DIM), x.GetDataType());
  }
  const auto y = BroadcastDims(x.GetShape().GetDims(), *shape);
  if (!y) {
    return ReportInferError(
        op, "x " + ShapeText(x.GetShape().GetDims()) + " can't be broadcast with shape " + ListText(*shape));
  }
  return SetOutput(op, "y", *y, x.GetDataType());
}
COMMON_INFER_FUNC_REG(Expand, ExpandInfer);
COMMON_INFER_FUNC_REG(ExpandD, ExpandInfer);

IMPLEMT_COMMON_INFERFUNC(BroadcastToInfer) {
  const Dims x = opdk::InputDims(op, "x");
  const auto shape = ConstInts(op, "shape");
  const auto y = shape ? BroadcastDims(x, *shape) : std::nullopt;
  if (shape && (!y || (opdk::IsStatic(*y) && *y != *shape))) {
    return ReportInferError(op, "x " + ShapeText(x) + " can't be broadcast to shape " + ListText(*shape));
  }
  return SetOutput(op, "y", opdk::ListedShape(op, "shape"), opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(BroadcastTo, BroadcastToInfer);
COMMON_INFER_FUNC_REG(BroadcastToD, BroadcastToInfer);

}  // namespace ge
