// Gradients of convolutions.
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/images.h"

namespace tbe {
namespace {

std::vector<Tensor> InputGradient(const OpParams& op, bool depthwise, const char* output) {
  const Dims x = FromImageShape(op, op.OutputShape(output));
  const Tensor filter = FromFilter(op, op.Input("filter"), depthwise);
  const Tensor gradient = FromImages(op, op.Input("out_backprop"));
  const ConvParams params = ConvolutionOf(op, x, filter.shape(), depthwise);
  return {ToImages(op, conv_backprop_input(filter, gradient, x, params))};
}

std::vector<Tensor> FilterGradient(const OpParams& op, bool depthwise, const char* input, const char* output) {
  const Tensor x = FromImages(op, Widen(op.Input(input))), gradient = FromImages(op, Widen(op.Input("out_backprop")));
  const Dims& stored = op.OutputShape(output);
  const Dims filter = FromFilterShape(op, stored, depthwise);
  const Tensor y = conv_backprop_filter(x, gradient, filter, ConvolutionOf(op, x.shape(), filter, depthwise));
  return {cast_to(ToFilter(op, y, stored, depthwise), op.OutputDtype(output))};
}

std::vector<Tensor> ConvBackpropInputCompute(const OpParams& op) { return InputGradient(op, false, "y"); }
std::vector<Tensor> ConvBackpropFilterCompute(const OpParams& op) { return FilterGradient(op, false, "x", "y"); }
std::vector<Tensor> DepthwiseBackpropInputCompute(const OpParams& op) { return InputGradient(op, true, "input_grad"); }
std::vector<Tensor> DepthwiseBackpropFilterCompute(const OpParams& op) {
  return FilterGradient(op, true, "input", "filter_grad");
}

REGISTER_OP_COMPUTE(Conv2DBackpropInput, ConvBackpropInputCompute);
REGISTER_OP_COMPUTE(Conv2DBackpropInputD, ConvBackpropInputCompute);
REGISTER_OP_COMPUTE(Conv3DBackpropInput, ConvBackpropInputCompute);
REGISTER_OP_COMPUTE(Conv3DBackpropInputD, ConvBackpropInputCompute);
REGISTER_OP_COMPUTE(DepthwiseConv2DBackpropInput, DepthwiseBackpropInputCompute);
REGISTER_OP_COMPUTE(DepthwiseConv2DBackpropInputD, DepthwiseBackpropInputCompute);
REGISTER_OP_COMPUTE(Conv2DBackpropFilter, ConvBackpropFilterCompute);
REGISTER_OP_COMPUTE(Conv2DBackpropFilterD, ConvBackpropFilterCompute);
REGISTER_OP_COMPUTE(Conv3DBackpropFilter, ConvBackpropFilterCompute);
REGISTER_OP_COMPUTE(Conv3DBackpropFilterD, ConvBackpropFilterCompute);
REGISTER_OP_COMPUTE(DepthwiseConv2DBackpropFilter, DepthwiseBackpropFilterCompute);
REGISTER_OP_COMPUTE(DepthwiseConv2DBackpropFilterD, DepthwiseBackpropFilterCompute);

}  // namespace
}  // namespace tbe
