#include "op_proto/activation/p_relu.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(PRelu, PReluInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const opdk::Dims weight = opdk::InputDims(op, "weight");
  if (!opdk::BroadcastsTo(weight, x)) {
    return opdk::ReportInferError(
        op, "weight " + opdk::ShapeText(weight) + " can't be broadcast to x " + opdk::ShapeText(x));
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(PRelu, PReluVerify) { return opdk::CheckSameType(op, {"x", "weight"}); }

INFER_FUNC_REG(PRelu, PReluInferShape);
VERIFY_FUNC_REG(PRelu, PReluVerify);

}  // namespace ge
