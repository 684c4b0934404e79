#include "op_proto/nn/conv2_d.h"

#include "op_proto/nn/convolution.h"
#include "op_proto/nn/image_convolution.h"

namespace ge {

namespace {

graphStatus InferForward(Operator& op, size_t spatial, bool depthwise) {
  const auto layout = LayoutOf(op, spatial, depthwise);
  if (!layout) return GRAPH_FAILED;
  const auto y = ConvolvedShape(op, *layout, opdk::InputDims(op, "x"), opdk::InputDims(op, "filter"));
  if (!y || CheckBias(op, (*y)[layout->channels_last ? spatial + 1 : 1]) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "x");
  return opdk::SetOutput(op, "y", *y, type == DT_INT8 ? DT_INT32 : type);
}

graphStatus VerifyForward(const Operator& op) {
  if (opdk::CheckSameType(op, {"x", "filter"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckOffsets(op, "x");
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(Conv2DInfer) { return InferForward(op, 2, false); }
COMMON_INFER_FUNC_REG(Conv2D, Conv2DInfer);

IMPLEMT_COMMON_INFERFUNC(Conv3DInfer) { return InferForward(op, 3, false); }
COMMON_INFER_FUNC_REG(Conv3D, Conv3DInfer);

IMPLEMT_COMMON_INFERFUNC(DepthwiseConv2DInfer) { return InferForward(op, 2, true); }
COMMON_INFER_FUNC_REG(DepthwiseConv2D, DepthwiseConv2DInfer);

IMPLEMT_VERIFIER(Conv2D, Conv2DVerify) { return VerifyForward(op); }
VERIFY_FUNC_REG(Conv2D, Conv2DVerify);

IMPLEMT_VERIFIER(Conv3D, Conv3DVerify) { return VerifyForward(op); }
VERIFY_FUNC_REG(Conv3D, Conv3DVerify);

IMPLEMT_VERIFIER(DepthwiseConv2D, DepthwiseConv2DVerify) { return VerifyForward(op); }
VERIFY_FUNC_REG(DepthwiseConv2D, DepthwiseConv2DVerify);

}  // namespace ge
