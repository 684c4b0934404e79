#include "op_proto/array/trilu.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Trilu, TriluInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() < 2) {
    return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(x) + " is no matrix");
  }
  const opdk::Dims k = opdk::HasInput(op, "k") ? opdk::InputDims(op, "k") : opdk::Dims();
  if (opdk::IsStatic(k) && opdk::ExtentProduct(k) != 1) {
    return opdk::ReportInferError(op, "k has shape " + opdk::ShapeText(k) + ", it must have one element");
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(Trilu, TriluVerify) { return opdk::CheckFlag(op, "upper"); }

INFER_FUNC_REG(Trilu, TriluInfer);
VERIFY_FUNC_REG(Trilu, TriluVerify);

}  // namespace ge
