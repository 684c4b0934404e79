#include "op_proto/math/is_inf.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(IsInf, IsInfInferShape) { return opdk::InferLike(op, "x", "y", DT_BOOL); }

IMPLEMT_VERIFIER(IsInf, IsInfVerify) {
  if (opdk::CheckFlag(op, "detect_negative") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckFlag(op, "detect_positive");
}

INFER_FUNC_REG(IsInf, IsInfInferShape);
VERIFY_FUNC_REG(IsInf, IsInfVerify);

}  // namespace ge
