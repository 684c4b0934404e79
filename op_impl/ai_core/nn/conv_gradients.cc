// Gradients of convolutions: for x its transpose, for the filter sums over places.
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/nn/images.h"

namespace tbe {
namespace {

std::vector<Tensor> InputGradient(const OpParams& op, bool depthwise, const char* output) {
  const Dims x = FromImageShape(op, op.OutputShape(output));
  const Tensor filter = FromFilter(op, op.Input("filter"), depthwise);
  const Tensor gradient = FromImages(op, op.Input("out_backprop"));
  const ConvParams params = ConvolutionOf(op, x.size() - 2, depthwise, x[1]);
  return {ToImages(op, conv_backprop_input(filter, gradient, x, params))};
}

// x [N, spatial..., C] and gradient [N, spatial..., O] for a filter [spatial..., C / groups, O]. A convolution with x and the
// gradient in other places would multiply what one has by zeros that pad the other, which an infinity shows.
Tensor GradientOfFilter(const Tensor& x, const Tensor& gradient, const Dims& filter, const ConvParams& params) {
  const size_t spatial = filter.size() - 2;
  const Dims places(gradient.shape().begin(), gradient.shape().end() - 1);
  return compute(filter, ReduceOp::kSum, places, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> read = {r[0]}, other = r;
    Expr inside = equal(r[0], r[0]);
    for (size_t k = 0; k < spatial; ++k) {
      const Expr last = extent(x, static_cast<int64_t>(k) + 1) - 1;
      const Expr position = r[k + 1] * params.strides[k] + i[k] * params.dilations[k] - params.pads_begin[k];
      inside = inside && position >= 0 && position <= last;
      read.push_back(max(min(position, last), 0));
    }
    const Expr channel = i[spatial], output = i[spatial + 1];
    const int64_t outputs = filter.back() / params.groups;
    read.push_back(params.groups == 1 ? channel : output / outputs * filter[spatial] + channel);
    other.push_back(output);
    return select(inside, at(x, read) * at(gradient, other), 0);
  });
}

std::vector<Tensor> FilterGradient(const OpParams& op, bool depthwise, const char* input, const char* output) {
  const auto channels_last = [&](const char* port) {
    const Tensor images = Widen(op.Input(port));
    if (ImagesEndWithChannels(op)) return images;
    Dims axes = {0};
    for (int64_t axis = 2; axis < images.rank(); ++axis) axes.push_back(axis);
    axes.push_back(1);
    return transpose(images, axes);
  };
  const Tensor x = channels_last(input), gradient = channels_last("out_backprop");
  const Dims shape = op.OutputShape(output);
  const size_t spatial = shape.size() - 2;
  const bool last = ImagesEndWithChannels(op);
  // [spatial..., C, O] of the shape as stored, where a depthwise filter has M.
  Dims stored(shape.begin() + (last ? 0 : 2), shape.end() - (last ? 2 : 0));
  stored.push_back(shape[last ? spatial : 1]);
  stored.push_back(shape[last ? spatial + 1 : 0]);
  Dims filter = stored;
  if (depthwise) {
    filter[spatial] = 1;
    filter[spatial + 1] *= stored[spatial];
  }
  const ConvParams params = ConvolutionOf(op, spatial, depthwise, x.shape().back());
  Tensor y = reshape(GradientOfFilter(x, gradient, filter, params), stored);
  if (!last) {
    Dims axes = {static_cast<int64_t>(spatial) + 1, static_cast<int64_t>(spatial)};
    for (size_t axis = 0; axis < spatial; ++axis) axes.push_back(static_cast<int64_t>(axis));
    y = transpose(y, axes);
  }
  return {cast_to(y, op.OutputDtype(output))};
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
