#include "op_proto/training/batch_norms.h"

#include "op_proto/training/channels.h"

namespace ge {

namespace {

graphStatus InferBatchNorm(Operator& op) {
  const auto axis = ChannelAxis(op);
  if (!axis) return GRAPH_FAILED;
  bool training = true;
  (void)op.GetAttr("is_training", training);
  const bool has_mean = opdk::HasInput(op, "mean"), has_variance = opdk::HasInput(op, "variance");
  if (has_mean != has_variance || (!training && !has_mean)) {
    return opdk::ReportInferError(op, training ? "mean and variance must both be there or both be absent"
                                               : "without is_training mean and variance must be there");
  }
  const auto channels = has_mean ? ChannelsOf(op, "x", *axis, {"scale", "offset", "mean", "variance"})
                                 : ChannelsOf(op, "x", *axis, {"scale", "offset"});
  if (!channels || opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS) return GRAPH_FAILED;
  for (const char* output : {"batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2"}) {
    if (opdk::SetOutput(op, output, {*channels}, opdk::InputType(op, "scale")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(BatchNormInfer) {
  if (InferBatchNorm(op) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::FloatAttr(op, "exponential_avg_factor") != 1 && !opdk::HasInput(op, "mean")) {
    return opdk::ReportInferError(op, "with an exponential_avg_factor other than 1 mean and variance must be there");
  }
  return opdk::SetOutput(op, "reserve_space_3", {}, opdk::InputType(op, "scale"));
}
COMMON_INFER_FUNC_REG(BatchNorm, BatchNormInfer);

IMPLEMT_COMMON_INFERFUNC(BatchNorm3DInfer) { return InferBatchNorm(op); }
COMMON_INFER_FUNC_REG(BatchNorm3D, BatchNorm3DInfer);

}  // namespace ge
