#include "op_proto/activation/p_relu_grad.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(PReluGrad, PReluGradInferShape) {
  const opdk::Dims features = opdk::InputDims(op, "features"), weights = opdk::InputDims(op, "weights");
  if (!opdk::SharedShape(op, "features", "grads")) return GRAPH_FAILED;
  if (!opdk::BroadcastsTo(weights, features)) {
    return opdk::ReportInferError(
        op, "weights " + opdk::ShapeText(weights) + " can't be broadcast to features " + opdk::ShapeText(features));
  }
  if (opdk::InferLike(op, "features", "dx") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "weights", "da");
}

IMPLEMT_VERIFIER(PReluGrad, PReluGradVerify) { return opdk::CheckSameType(op, {"grads", "features", "weights"}); }

INFER_FUNC_REG(PReluGrad, PReluGradInferShape);
VERIFY_FUNC_REG(PReluGrad, PReluGradVerify);

}  // namespace ge
