#include "op_proto/nn/conv_gradients.h"

#include <string>

#include "op_proto/nn/image_convolution.h"

namespace ge {

using opdk::Dims;

namespace {

// Reports shapes that can't be one convolution's input, filter and output.
graphStatus CheckConvolution(const Operator& op, const ConvolutionLayout& layout, const Dims& x, const Dims& filter) {
  const auto convolved = ConvolvedShape(op, layout, x, filter);
  if (!convolved) return GRAPH_FAILED;
  const Dims y = opdk::InputDims(op, "out_backprop");
  if (opdk::MergeDims(*convolved, y)) return GRAPH_SUCCESS;
  return opdk::ReportInferError(
      op, "out_backprop " + opdk::ShapeText(y) + " has not the convolution's shape " + opdk::ShapeText(*convolved));
}

graphStatus InferInputGradient(Operator& op, size_t spatial, bool depthwise, const char* output) {
  const auto layout = LayoutOf(op, spatial, depthwise);
  auto x = SizesOf(op, "input_size", spatial);
  if (!layout || !x) return GRAPH_FAILED;
  const Dims filter = opdk::InputDims(op, "filter"), y = opdk::InputDims(op, "out_backprop");
  if (y.size() == spatial + 2 && (*x)[0] < 0) (*x)[0] = y[0];
  if (CheckConvolution(op, *layout, *x, filter) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {"filter", "out_backprop"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  const DataType type = opdk::InputType(op, "filter");
  return opdk::SetOutput(op, output, *x, type == DT_INT8 ? DT_INT32 : type);
}

graphStatus InferFilterGradient(Operator& op, size_t spatial, bool depthwise, const char* input, const char* output,
                                DataType type) {
  const auto layout = LayoutOf(op, spatial, depthwise);
  const auto filter = SizesOf(op, "filter_size", spatial);
  if (!layout || !filter || CheckConvolution(op, *layout, opdk::InputDims(op, input), *filter) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {input, "out_backprop"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, output, *filter, type);
}

// Returns the dtype of a general form's filter gradient: x's, but float for bfloat16.
DataType GeneralType(const Operator& op) {
  const DataType type = opdk::InputType(op, "x");
  return type == DT_BF16 ? DT_FLOAT : type;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropInputInfer) { return InferInputGradient(op, 2, false, "y"); }
COMMON_INFER_FUNC_REG(Conv2DBackpropInput, Conv2DBackpropInputInfer);
COMMON_INFER_FUNC_REG(Conv2DBackpropInputD, Conv2DBackpropInputInfer);

IMPLEMT_COMMON_INFERFUNC(Conv3DBackpropInputInfer) { return InferInputGradient(op, 3, false, "y"); }
COMMON_INFER_FUNC_REG(Conv3DBackpropInput, Conv3DBackpropInputInfer);
COMMON_INFER_FUNC_REG(Conv3DBackpropInputD, Conv3DBackpropInputInfer);

IMPLEMT_COMMON_INFERFUNC(DepthwiseConv2DBackpropInputInfer) { return InferInputGradient(op, 2, true, "input_grad"); }
COMMON_INFER_FUNC_REG(DepthwiseConv2DBackpropInput, DepthwiseConv2DBackpropInputInfer);
COMMON_INFER_FUNC_REG(DepthwiseConv2DBackpropInputD, DepthwiseConv2DBackpropInputInfer);

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropFilterInfer) {
  return InferFilterGradient(op, 2, false, "x", "y", GeneralType(op));
}
COMMON_INFER_FUNC_REG(Conv2DBackpropFilter, Conv2DBackpropFilterInfer);

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropFilterDInfer) { return InferFilterGradient(op, 2, false, "x", "y", DT_FLOAT); }
COMMON_INFER_FUNC_REG(Conv2DBackpropFilterD, Conv2DBackpropFilterDInfer);

IMPLEMT_COMMON_INFERFUNC(Conv3DBackpropFilterInfer) {
  return InferFilterGradient(op, 3, false, "x", "y", GeneralType(op));
}
COMMON_INFER_FUNC_REG(Conv3DBackpropFilter, Conv3DBackpropFilterInfer);

IMPLEMT_COMMON_INFERFUNC(Conv3DBackpropFilterDInfer) { return InferFilterGradient(op, 3, false, "x", "y", DT_FLOAT); }
COMMON_INFER_FUNC_REG(Conv3DBackpropFilterD, Conv3DBackpropFilterDInfer);

IMPLEMT_COMMON_INFERFUNC(DepthwiseConv2DBackpropFilterInfer) {
  return InferFilterGradient(op, 2, true, "input", "filter_grad", DT_FLOAT);
}
COMMON_INFER_FUNC_REG(DepthwiseConv2DBackpropFilter, DepthwiseConv2DBackpropFilterInfer);
COMMON_INFER_FUNC_REG(DepthwiseConv2DBackpropFilterD, DepthwiseConv2DBackpropFilterInfer);

}  // namespace ge
