#include "op_proto/norm/instance_normalization.h"

#include "op_proto/norm/channels.h"

namespace ge {

IMPLEMT_INFERFUNC(InstanceNormalization, InstanceNormalizationInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() < 3) {
    return opdk::ReportInferError(op, "x has shape " + opdk::ShapeText(x) + ", it must be [N, C, D1, ...]");
  }
  opdk::Dims channels = {opdk::IsUnknownRank(x) ? UNKNOWN_DIM : x[1]};
  if (!MergeChannels(op, x, {"scale", "bias"}, channels)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(InstanceNormalization, InstanceNormalizationVerify) {
  return opdk::CheckSameType(op, {"x", "scale", "bias"});
}

INFER_FUNC_REG(InstanceNormalization, InstanceNormalizationInferShape);
VERIFY_FUNC_REG(InstanceNormalization, InstanceNormalizationVerify);

}  // namespace ge
