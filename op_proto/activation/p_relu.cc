#include "op_proto/activation/p_relu.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(PRelu, PReluInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const opdk::Dims weight = opdk::InputDims(op, "weight");
  const auto joined = opdk::BroadcastDims(x, weight);
  // The weight may not widen x: an extent that x has and that the result does not keep is a mistake.
  if (!joined || (!opdk::IsUnknownRank(*joined) && !opdk::MergeDims(*joined, x))) {
    return opdk::ReportInferError(
        op, "weight " + opdk::ShapeText(weight) + " can't be broadcast to x " + opdk::ShapeText(x));
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(PRelu, PReluVerify) { return opdk::CheckSameType(op, {"x", "weight"}); }

INFER_FUNC_REG(PRelu, PReluInferShape);
VERIFY_FUNC_REG(PRelu, PReluVerify);

}  // namespace ge
