#include "op_proto/norm/rms_norm.h"

#include "op_proto/norm/root_mean_squares.h"

namespace ge {

IMPLEMT_INFERFUNC(RmsNorm, RmsNormInferShape) {
  const auto rstd = RootMeanSquares(op, opdk::InputDims(op, "x"));
  if (!rstd) return GRAPH_FAILED;
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "rstd", *rstd, DT_FLOAT);
}

IMPLEMT_VERIFIER(RmsNorm, RmsNormVerify) { return opdk::CheckSameType(op, {"x", "gamma"}); }

INFER_FUNC_REG(RmsNorm, RmsNormInferShape);
VERIFY_FUNC_REG(RmsNorm, RmsNormVerify);

}  // namespace ge
