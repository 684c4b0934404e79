#include "op_proto/training/normalizations.h"

#include <initializer_list>
#include <string>

#include "op_proto/training/channels.h"

namespace ge {

using opdk::Dims;
using opdk::ShapeText;

namespace {

// Sets `outputs` to [C] float, and the output `like` to the shape and dtype of `x` (nullptr: no such output).
graphStatus InferChannels(Operator& op, const char* x, const char* like, std::initializer_list<const char*> channels,
                          std::initializer_list<const char*> outputs) {
  const auto extent = ChannelsOf(op, x, 1, channels);
  if (!extent) return GRAPH_FAILED;
  if (like != nullptr && opdk::InferLike(op, x, like) != GRAPH_SUCCESS) return GRAPH_FAILED;
  for (const char* output : outputs) {
    if (opdk::SetOutput(op, output, {*extent}, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}

// Checks that grads and x have the same shape and dtype.
graphStatus CheckGradient(const Operator& op) {
  if (!opdk::SharedShape(op, "x", "grads")) return GRAPH_FAILED;
  return opdk::CheckSameType(op, {"grads", "x"});
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(BNTrainingReduceInfer) { return InferChannels(op, "x", nullptr, {}, {"sum", "square_sum"}); }
COMMON_INFER_FUNC_REG(BNTrainingReduce, BNTrainingReduceInfer);

IMPLEMT_COMMON_INFERFUNC(BNTrainingUpdateInfer) {
  return InferChannels(op, "x", "y", {"sum", "square_sum", "scale", "offset", "mean", "variance"},
                       {"mean", "variance", "batch_mean", "batch_variance"});
}
COMMON_INFER_FUNC_REG(BNTrainingUpdate, BNTrainingUpdateInfer);

IMPLEMT_COMMON_INFERFUNC(BNTrainingUpdateV2Infer) {
  return InferChannels(op, "x", "y", {"sum", "square_sum", "scale", "offset"}, {"batch_mean", "batch_variance"});
}
COMMON_INFER_FUNC_REG(BNTrainingUpdateV2, BNTrainingUpdateV2Infer);

IMPLEMT_COMMON_INFERFUNC(BNTrainingUpdateGradInfer) {
  return InferChannels(op, "x", nullptr, {"batch_mean", "batch_variance"}, {"diff_scale", "diff_offset"});
}
static graphStatus BNTrainingUpdateGradVerify(const Operator& op) { return CheckGradient(op); }
COMMON_INFER_FUNC_REG(BNTrainingUpdateGrad, BNTrainingUpdateGradInfer);
VERIFY_FUNC_REG(BNTrainingUpdateGrad, BNTrainingUpdateGradVerify);

IMPLEMT_COMMON_INFERFUNC(BNTrainingReduceGradInfer) {
  return InferChannels(op, "x", "y", {"diff_scale", "diff_offset", "scale", "batch_mean", "batch_variance"}, {});
}
static graphStatus BNTrainingReduceGradVerify(const Operator& op) { return CheckGradient(op); }
COMMON_INFER_FUNC_REG(BNTrainingReduceGrad, BNTrainingReduceGradInfer);
VERIFY_FUNC_REG(BNTrainingReduceGrad, BNTrainingReduceGradVerify);

COMMON_INFER_FUNC_REG(BN3DTrainingReduce, BNTrainingReduceInfer);
COMMON_INFER_FUNC_REG(BN3DTrainingUpdate, BNTrainingUpdateInfer);
COMMON_INFER_FUNC_REG(BN3DTrainingUpdateGrad, BNTrainingUpdateGradInfer);
VERIFY_FUNC_REG(BN3DTrainingUpdateGrad, BNTrainingUpdateGradVerify);
COMMON_INFER_FUNC_REG(BN3DTrainingReduceGrad, BNTrainingReduceGradInfer);
VERIFY_FUNC_REG(BN3DTrainingReduceGrad, BNTrainingReduceGradVerify);

IMPLEMT_COMMON_INFERFUNC(BNInferInfer) {
  return InferChannels(op, "x", "y", {"scale", "offset", "mean", "variance"}, {});
}
COMMON_INFER_FUNC_REG(BNInfer, BNInferInfer);

IMPLEMT_COMMON_INFERFUNC(BNInferGradInfer) {
  return InferChannels(op, "grads", "x_backprop", {"scale", "batch_variance"}, {});
}
COMMON_INFER_FUNC_REG(BNInferGrad, BNInferGradInfer);

IMPLEMT_COMMON_INFERFUNC(BiasAddInfer) {
  const auto axis = ChannelAxis(op);
  if (!axis || !ChannelsOf(op, "x", *axis, {"bias"})) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}
static graphStatus BiasAddVerify(const Operator& op) { return opdk::CheckSameType(op, {"x", "bias"}); }
COMMON_INFER_FUNC_REG(BiasAdd, BiasAddInfer);
VERIFY_FUNC_REG(BiasAdd, BiasAddVerify);

IMPLEMT_COMMON_INFERFUNC(BiasAddGradInfer) {
  const auto axis = ChannelAxis(op);
  if (!axis) return GRAPH_FAILED;
  const auto channels = ChannelsOf(op, "x", *axis, {});
  if (!channels) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", {*channels}, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(BiasAddGrad, BiasAddGradInfer);

}  // namespace ge
