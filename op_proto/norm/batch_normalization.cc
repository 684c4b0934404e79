#include "op_proto/norm/batch_normalization.h"

#include "op_proto/norm/channels.h"

namespace ge {

IMPLEMT_INFERFUNC(BatchNormalization, BatchNormalizationInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.empty()) {
    return opdk::ReportInferError(op, "x has shape " + opdk::ShapeText(x) + ", it must be [N, C, ...] or [N]");
  }
  opdk::Dims channels = {UNKNOWN_DIM};
  if (!opdk::IsUnknownRank(x)) channels[0] = x.size() == 1 ? 1 : x[1];
  if (!MergeChannels(op, x, {"scale", "bias", "mean", "variance"}, channels)) return GRAPH_FAILED;
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS ||
      opdk::SetOutput(op, "running_mean", channels, opdk::InputType(op, "mean")) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "running_variance", channels, opdk::InputType(op, "variance"));
}

IMPLEMT_VERIFIER(BatchNormalization, BatchNormalizationVerify) {
  if (opdk::CheckSameType(op, {"scale", "bias"}) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {"mean", "variance"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::CheckFlag(op, "training_mode");
}

INFER_FUNC_REG(BatchNormalization, BatchNormalizationInferShape);
VERIFY_FUNC_REG(BatchNormalization, BatchNormalizationVerify);

}  // namespace ge
