#include "op_proto/elementwise/select.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(SelectV2, SelectV2InferShape) {
  return opdk::InferBroadcast(op, {"condition", "then", "else"}, "result", opdk::InputType(op, "then"));
}

IMPLEMT_VERIFIER(SelectV2, SelectV2Verify) { return opdk::CheckSameType(op, {"then", "else"}); }

INFER_FUNC_REG(SelectV2, SelectV2InferShape);
VERIFY_FUNC_REG(SelectV2, SelectV2Verify);

IMPLEMT_INFERFUNC(Select, SelectInferShape) {
  const opdk::Dims condition = opdk::InputDims(op, "condition");
  const opdk::Dims x1 = opdk::InputDims(op, "x1"), x2 = opdk::InputDims(op, "x2");
  const auto y = opdk::MergeDims(x1, x2);
  if (!y) {
    return opdk::ReportInferError(
        op, "x1 " + opdk::ShapeText(x1) + " and x2 " + opdk::ShapeText(x2) + " have not one shape");
  }
  opdk::Dims chosen = *y;
  if (condition.size() <= 1 && !opdk::IsUnknownRank(*y)) chosen.resize(std::min(condition.size(), y->size()));
  if (!opdk::MergeDims(condition, chosen)) {
    return opdk::ReportInferError(op, "condition " + opdk::ShapeText(condition) + " is neither like x1, " +
                                          opdk::ShapeText(*y) + ", nor one entry for each of its rows");
  }
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x1"));
}

IMPLEMT_VERIFIER(Select, SelectVerify) { return opdk::CheckSameType(op, {"x1", "x2"}); }

INFER_FUNC_REG(Select, SelectInferShape);
VERIFY_FUNC_REG(Select, SelectVerify);

}  // namespace ge
