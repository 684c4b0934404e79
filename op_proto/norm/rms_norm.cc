#include "op_proto/norm/rms_norm.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(RmsNorm, RmsNormInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x"), gamma = opdk::InputDims(op, "gamma");
  if (!opdk::IsUnknownRank(gamma) && gamma.empty()) return opdk::ReportInferError(op, "gamma has no axes");
  opdk::Dims rstd = opdk::kUnknownRank;
  if (!opdk::IsUnknownRank(x) && opdk::IsUnknownRank(gamma)) rstd.assign(x.size(), UNKNOWN_DIM);
  if (!opdk::IsUnknownRank(x) && !opdk::IsUnknownRank(gamma)) {
    const auto count = static_cast<std::ptrdiff_t>(gamma.size());
    if (gamma.size() > x.size() || !opdk::MergeDims(opdk::Dims(x.end() - count, x.end()), gamma)) {
      return opdk::ReportInferError(
          op, "gamma " + opdk::ShapeText(gamma) + " does not have the last extents of x " + opdk::ShapeText(x));
    }
    rstd = x;
    std::fill(rstd.end() - count, rstd.end(), 1);
  }
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "rstd", rstd, DT_FLOAT);
}

IMPLEMT_VERIFIER(RmsNorm, RmsNormVerify) { return opdk::CheckSameType(op, {"x", "gamma"}); }

INFER_FUNC_REG(RmsNorm, RmsNormInferShape);
VERIFY_FUNC_REG(RmsNorm, RmsNormVerify);

}  // namespace ge
