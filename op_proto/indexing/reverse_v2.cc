#include "op_proto/indexing/reverse_v2.h"

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ReverseV2Infer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), list = opdk::InputDims(op, "axis");
  if (!opdk::IsUnknownRank(list) && list.size() > 1) {
    return opdk::ReportInferError(op, "axis has shape " + opdk::ShapeText(list) + ", it must be a list");
  }
  const auto axes = opdk::ConstInts(op, "axis");
  if (axes && !opdk::IsUnknownRank(x) && !opdk::NormalizeAxes(*axes, static_cast<int64_t>(x.size()))) {
    return opdk::ReportInferError(
        op, "axis " + opdk::ListText(*axes) + " has an axis twice, or one outside of rank " + std::to_string(x.size()));
  }
  return opdk::InferLike(op, "x", "y");
}

COMMON_INFER_FUNC_REG(ReverseV2, ReverseV2Infer);
COMMON_INFER_FUNC_REG(ReverseV2D, ReverseV2Infer);

}  // namespace ge
