#include <fmt/format.h>

#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

struct Window {
  Ints strides, pads, dilations;  // of the two spatial axes
  std::vector<std::string> inputs;
};

// Returns the layer's window. `channels`: the first two extents of the filters, -1 where x decides.
Result<Window> WindowOf(UpgradeContext& context, const Ints& channels) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.size() != 4 || IntOf(context, "axis", 1) != 1)
    return context.Refuse("only images, [N, C, H, W], are convolved");
  const Ints size = PairOf(context, "kernel_size", "kernel_h", "kernel_w", 0);
  if (size[0] < 1 || size[1] < 1) return context.Refuse("it has no kernel_size, nor both of kernel_h and kernel_w");
  const Ints dilations = IntsOf(context, "dilation");
  if (dilations.size() > 2) return context.Refuse("dilation is given more often than there are spatial axes");
  Window window{PairOf(context, "stride", "stride_h", "stride_w", 1),
                PairOf(context, "pad", "pad_h", "pad_w", 0),
                dilations.empty() ? Ints{1, 1} : Ints{dilations.front(), dilations.back()},
                {context.Input(0)}};
  OPDK_TRY(window.inputs.emplace_back(), BlobOf(context, 0, {channels[0], channels[1], size[0], size[1]}));
  if (BoolOf(context, "bias_term", true)) {
    const Ints flat = {IntOf(context, "num_output", -1)};
    OPDK_TRY(window.inputs.emplace_back(), BlobOf(context, 1, flat));
  }
  return window;
}

// Returns num_output. E2001: `groups` doesn't divide it.
Result<int64_t> OutputsOf(UpgradeContext& context, int64_t groups) {
  const int64_t outputs = IntOf(context, "num_output", 0);
  if (groups < 1) return context.Refuse(fmt::format("it has {} groups", groups));
  if (outputs < 1) return context.Refuse("it has no num_output");
  if (outputs % groups == 0) return outputs;
  return context.Refuse(fmt::format("its {} groups don't divide num_output, {}", groups, outputs));
}

Status BecomeConvolution(UpgradeContext& context, int64_t groups, int64_t channels) {
  OPDK_TRY(const int64_t outputs, OutputsOf(context, groups));
  OPDK_TRY(Window window, WindowOf(context, {outputs, channels}));
  BecomeIr(context, "Conv2D", window.inputs,
           {{"strides", Ints{1, 1, window.strides[0], window.strides[1]}},
            {"pads", Ints{window.pads[0], window.pads[0], window.pads[1], window.pads[1]}},
            {"dilations", Ints{1, 1, window.dilations[0], window.dilations[1]}},
            {"groups", groups},
            {"data_format", std::string("NCHW")}});
  return {};
}

Status UpgradeConvolution(UpgradeContext& context) {
  return BecomeConvolution(context, IntOf(context, "group", 1), -1);
}

// Convolves each channel as a group of its own. Where the text leaves the number of channels open, each has one filter.
Status UpgradeDepthwise(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  const bool known = x.size() > 1 && x[1] > 0;
  const int64_t groups = known ? x[1] : IntOf(context, "num_output", 0);
  const int64_t written = IntOf(context, "group", groups);
  if (written != 1 && written != groups)
    return context.Refuse(fmt::format("group is {}, but each of the {} channels is one", written, groups));
  return BecomeConvolution(context, groups, 1);
}

Status UpgradeDeconvolution(UpgradeContext& context) {
  const int64_t groups = IntOf(context, "group", 1);
  OPDK_TRY(const int64_t outputs, OutputsOf(context, groups));
  OPDK_TRY(Window window, WindowOf(context, {-1, outputs / groups}));
  BecomeIr(context, "ConvTranspose", window.inputs,
           {{"strides", window.strides},
            {"pads", Ints{window.pads[0], window.pads[1], window.pads[0], window.pads[1]}},
            {"dilations", window.dilations},
            {"group", groups}});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Conv2D, Convolution).IgnoreAttrs({"engine", "force_nd_im2col"});
OPDK_MAP_CAFFE_AS(Conv2D, ConvolutionDepthwise).IgnoreAttrs({"engine", "force_nd_im2col"});
OPDK_MAP_CAFFE_AS(Conv2D, DepthwiseConvolution).IgnoreAttrs({"engine", "force_nd_im2col"});
OPDK_MAP_CAFFE_AS(ConvTranspose, Deconvolution).IgnoreAttrs({"engine", "force_nd_im2col"});
OPDK_UPGRADE_CAFFE(UpgradeConvolution, "Convolution");
OPDK_UPGRADE_CAFFE(UpgradeDepthwise, "ConvolutionDepthwise", "DepthwiseConvolution");
OPDK_UPGRADE_CAFFE(UpgradeDeconvolution, "Deconvolution");
OPDK_CAFFE_FIELDS("convolution_param", "Convolution", "ConvolutionDepthwise", "DepthwiseConvolution", "Deconvolution");

}  // namespace opdk::caffe_plugin
