#include "op_proto/indexing/in_top_k.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(InTopKInfer) {
  const opdk::Dims x1 = opdk::InputDims(op, "x1"), x2 = opdk::InputDims(op, "x2");
  if (!opdk::IsUnknownRank(x1) && x1.size() != 2) {
    return opdk::ReportInferError(op, "x1 " + opdk::ShapeText(x1) + " is no matrix");
  }
  const auto rows = opdk::MergeDims(opdk::IsUnknownRank(x1) ? opdk::Dims{UNKNOWN_DIM} : opdk::Dims{x1[0]}, x2);
  if (!rows) {
    return opdk::ReportInferError(
        op, "x2 " + opdk::ShapeText(x2) + " has not an element for each row of x1 " + opdk::ShapeText(x1));
  }
  return opdk::SetOutput(op, "y", *rows, DT_BOOL);
}

IMPLEMT_VERIFIER(InTopK, InTopKVerify) {
  const opdk::Dims k = opdk::InputDims(op, "k");
  const int64_t count = opdk::IsUnknownRank(k) ? -1 : opdk::ExtentProduct(k);
  if (count < 0 || count == 1) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "k " + opdk::ShapeText(k) + " is not one number");
}

COMMON_INFER_FUNC_REG(InTopK, InTopKInfer);
VERIFY_FUNC_REG(InTopK, InTopKVerify);
COMMON_INFER_FUNC_REG(InTopKD, InTopKInfer);

}  // namespace ge
