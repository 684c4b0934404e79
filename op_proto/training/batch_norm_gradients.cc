#include "op_proto/training/batch_norm_gradients.h"

#include "op_proto/training/channels.h"

namespace ge {

namespace {

graphStatus InferBatchNormGrad(Operator& op, const char* unused, const char* unused_too) {
  const auto axis = ChannelAxis(op);
  if (!axis) return GRAPH_FAILED;
  const auto channels = ChannelsOf(op, "x", *axis, {"scale", "reserve_space_1", "reserve_space_2"});
  if (!channels) return GRAPH_FAILED;
  if (!opdk::SharedShape(op, "x", "y_backprop") || opdk::CheckSameType(op, {"y_backprop", "x"}) != GRAPH_SUCCESS ||
      opdk::InferLike(op, "x", "x_backprop") != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  for (const char* output : {"scale_backprop", "offset_backprop"}) {
    if (opdk::SetOutput(op, output, {*channels}, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  if (opdk::SetOutput(op, unused, {}, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, unused_too, {}, DT_FLOAT);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(BatchNormGradInfer) { return InferBatchNormGrad(op, "reserve_space_4", "reserve_space_5"); }
COMMON_INFER_FUNC_REG(BatchNormGrad, BatchNormGradInfer);

IMPLEMT_COMMON_INFERFUNC(BatchNorm3DGradInfer) { return InferBatchNormGrad(op, "reserve_space_4", "reserve_space_5"); }
COMMON_INFER_FUNC_REG(BatchNorm3DGrad, BatchNorm3DGradInfer);

IMPLEMT_COMMON_INFERFUNC(BatchNormGradExt2Infer) {
  return InferBatchNormGrad(op, "reserve_space_3", "reserve_space_4");
}
COMMON_INFER_FUNC_REG(BatchNormGradExt2, BatchNormGradExt2Infer);

}  // namespace ge
