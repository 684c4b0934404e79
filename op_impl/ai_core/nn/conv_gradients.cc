// Gradients of the convolution of images: for x its transpose, for the filter sums over places.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

bool ImagesEndWithChannels(const OpParams& op) { return op.String("data_format") == "NHWC"; }

// Images as [N, C, H, W], a filter as [O, C / groups, H, W], and back.
Tensor FromImages(const OpParams& op, const Tensor& x) {
  return ImagesEndWithChannels(op) ? transpose(x, {0, 3, 1, 2}) : x;
}
Tensor ToImages(const OpParams& op, const Tensor& x) {
  return ImagesEndWithChannels(op) ? transpose(x, {0, 2, 3, 1}) : x;
}
Tensor FromFilter(const OpParams& op, const Tensor& filter) {
  return ImagesEndWithChannels(op) ? transpose(filter, {3, 2, 0, 1}) : filter;
}

ConvParams ConvolutionOf(const OpParams& op) {
  const size_t first = ImagesEndWithChannels(op) ? 1 : 2;
  const Dims strides = op.ListInt("strides"), dilations = op.ListInt("dilations"), pads = op.ListInt("pads");
  ConvParams params;
  params.strides = {strides[first], strides[first + 1]};
  params.dilations = {dilations[first], dilations[first + 1]};
  params.pads_begin = {pads[0], pads[2]};
  params.pads_end = {pads[1], pads[3]};
  params.groups = op.Int("groups");
  return params;
}

std::vector<Tensor> Conv2DBackpropInputCompute(const OpParams& op) {
  Dims x = op.OutputShape("y");
  if (ImagesEndWithChannels(op)) x = {x[0], x[3], x[1], x[2]};
  const Tensor filter = FromFilter(op, op.Input("filter")), gradient = FromImages(op, op.Input("out_backprop"));
  return {ToImages(op, conv_backprop_input(filter, gradient, x, ConvolutionOf(op)))};
}

// x [N, H, W, C] and gradient [N, OH, OW, O] for a filter [KH, KW, C / groups, O]. A convolution with x and the gradient in
// other places would multiply what one has by zeros that pad the other, which an infinity shows.
Tensor GradientOfFilter(const Tensor& x, const Tensor& gradient, const Dims& filter, const ConvParams& params) {
  const Dims places(gradient.shape().begin(), gradient.shape().begin() + 3);
  return compute(filter, ReduceOp::kSum, places, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> read = {r[0]};
    Expr inside = equal(r[0], r[0]);
    for (size_t k = 0; k < 2; ++k) {
      const Expr last = extent(x, static_cast<int64_t>(k) + 1) - 1;
      const Expr position = r[k + 1] * params.strides[k] + i[k] * params.dilations[k] - params.pads_begin[k];
      inside = inside && position >= 0 && position <= last;
      read.push_back(max(min(position, last), 0));
    }
    read.push_back(params.groups == 1 ? i[2] : i[3] / (filter[3] / params.groups) * filter[2] + i[2]);
    return select(inside, at(x, read) * at(gradient, {r[0], r[1], r[2], i[3]}), 0);
  });
}

std::vector<Tensor> Conv2DBackpropFilterCompute(const OpParams& op) {
  const bool last = ImagesEndWithChannels(op);
  const auto channels_last = [&](const char* port) {
    const Tensor images = Widen(op.Input(port));
    return last ? images : transpose(images, {0, 2, 3, 1});
  };
  Dims filter = op.OutputShape("y");
  if (!last) filter = {filter[2], filter[3], filter[1], filter[0]};
  const Tensor y = GradientOfFilter(channels_last("x"), channels_last("out_backprop"), filter, ConvolutionOf(op));
  return {cast_to(last ? y : transpose(y, {3, 2, 0, 1}), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Conv2DBackpropInput, Conv2DBackpropInputCompute);
REGISTER_OP_COMPUTE(Conv2DBackpropInputD, Conv2DBackpropInputCompute);
REGISTER_OP_COMPUTE(Conv2DBackpropFilter, Conv2DBackpropFilterCompute);
REGISTER_OP_COMPUTE(Conv2DBackpropFilterD, Conv2DBackpropFilterCompute);

}  // namespace
}  // namespace tbe
