#include "op_proto/indexing/masks.h"

#include <utility>
#include <vector>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_INFERFUNC(MaskedFill, MaskedFillInfer) {
  if (opdk::CheckOneNumber(op, {"value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferBroadcast(op, {"x", "mask"}, "y", opdk::InputType(op, "x"));
}
IMPLEMT_VERIFIER(MaskedFill, MaskedFillVerify) { return opdk::CheckSameType(op, {"x", "value"}); }

// Only the values say the number of elements; the range says for how many there is memory.
IMPLEMT_COMMON_INFERFUNC(MaskedSelectInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), mask = opdk::InputDims(op, "mask");
  int64_t most = UNKNOWN_DIM;
  if (!opdk::IsUnknownRank(x) && !opdk::IsUnknownRank(mask)) {
    const auto both = opdk::BroadcastDims(x, mask);
    if (!both) {
      return opdk::ReportInferError(
          op, "x " + opdk::ShapeText(x) + " and mask " + opdk::ShapeText(mask) + " can't be broadcast to one shape");
    }
    most = opdk::ExtentProduct(*both);
  }
  TensorDesc y = op.GetOutputDescByName("y");
  y.SetShape(Shape({UNKNOWN_DIM}));
  y.SetOriginShape(Shape({UNKNOWN_DIM}));
  (void)y.SetShapeRange(std::vector<std::pair<int64_t, int64_t>>{{0, most}});
  y.SetDataType(opdk::InputType(op, "x"));
  return op.UpdateOutputDesc("y", y);
}

IMPLEMT_INFERFUNC(MaskedScatter, MaskedScatterInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), mask = opdk::InputDims(op, "mask");
  if (!opdk::IsUnknownRank(x) && !opdk::IsUnknownRank(mask)) {
    const auto both = opdk::BroadcastDims(x, mask);
    if (!both || !opdk::MergeDims(*both, x)) {
      return opdk::ReportInferError(
          op, "mask " + opdk::ShapeText(mask) + " can't be broadcast to x's shape " + opdk::ShapeText(x));
    }
  }
  return opdk::InferLike(op, "x", "y");
}
IMPLEMT_VERIFIER(MaskedScatter, MaskedScatterVerify) { return opdk::CheckSameType(op, {"x", "updates"}); }

IMPLEMT_INFERFUNC(IndexFillD, IndexFillDInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && !x.empty() && !opdk::CheckedAxis(op, "dim", opdk::IntAttr(op, "dim"), x)) {
    return GRAPH_FAILED;
  }
  return opdk::InferBroadcast(op, {"x", "assist1", "assist2"}, "y", opdk::InputType(op, "x"));
}
IMPLEMT_VERIFIER(IndexFillD, IndexFillDVerify) { return opdk::CheckSameType(op, {"x", "assist1", "assist2"}); }

INFER_FUNC_REG(MaskedFill, MaskedFillInfer);
VERIFY_FUNC_REG(MaskedFill, MaskedFillVerify);
COMMON_INFER_FUNC_REG(MaskedSelect, MaskedSelectInfer);
COMMON_INFER_FUNC_REG(MaskedSelectV2, MaskedSelectInfer);
INFER_FUNC_REG(MaskedScatter, MaskedScatterInfer);
VERIFY_FUNC_REG(MaskedScatter, MaskedScatterVerify);
INFER_FUNC_REG(IndexFillD, IndexFillDInfer);
VERIFY_FUNC_REG(IndexFillD, IndexFillDVerify);

}  // namespace ge
