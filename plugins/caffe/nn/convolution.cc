#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

struct Window {
  Ints strides, pads, dilations;  // of the two spatial axes
  std::vector<std::string> inputs;
};

Result<Window> WindowOf(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.size() != 4 || IntOf(context, "axis", 1) != 1)
    return context.Refuse("only images, [N, C, H, W], are convolved");
  const Ints dilations = IntsOf(context, "dilation");
  Window window{PairOf(context, "stride", "stride_h", "stride_w", 1),
                PairOf(context, "pad", "pad_h", "pad_w", 0),
                dilations.empty() ? Ints{1, 1} : Ints{dilations.front(), dilations.back()},
                {context.Input(0)}};
  OPDK_TRY(window.inputs.emplace_back(), BlobOf(context, 1, 0));
  if (BoolOf(context, "bias_term", true)) {
    const Ints flat = {-1};
    OPDK_TRY(window.inputs.emplace_back(), BlobOf(context, 1, 1, flat));
  }
  return window;
}

Status BecomeConvolution(UpgradeContext& context, int64_t groups) {
  OPDK_TRY(Window window, WindowOf(context));
  BecomeIr(context, "Conv2D", window.inputs,
           {{"strides", Ints{1, 1, window.strides[0], window.strides[1]}},
            {"pads", Ints{window.pads[0], window.pads[0], window.pads[1], window.pads[1]}},
            {"dilations", Ints{1, 1, window.dilations[0], window.dilations[1]}},
            {"groups", groups},
            {"data_format", std::string("NCHW")}});
  return {};
}

Status UpgradeConvolution(UpgradeContext& context) { return BecomeConvolution(context, IntOf(context, "group", 1)); }

// Each channel is a group.
Status UpgradeDepthwise(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  return BecomeConvolution(context, x.size() < 2 ? 1 : x[1]);
}

Status UpgradeDeconvolution(UpgradeContext& context) {
  OPDK_TRY(Window window, WindowOf(context));
  BecomeIr(context, "ConvTranspose", window.inputs,
           {{"strides", window.strides},
            {"pads", Ints{window.pads[0], window.pads[1], window.pads[0], window.pads[1]}},
            {"dilations", window.dilations},
            {"group", IntOf(context, "group", 1)}});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Conv2D, Convolution);
OPDK_MAP_CAFFE_AS(Conv2D, ConvolutionDepthwise);
OPDK_MAP_CAFFE_AS(Conv2D, DepthwiseConvolution);
OPDK_MAP_CAFFE_AS(ConvTranspose, Deconvolution);
OPDK_UPGRADE_CAFFE(UpgradeConvolution, "Convolution");
OPDK_UPGRADE_CAFFE(UpgradeDepthwise, "ConvolutionDepthwise", "DepthwiseConvolution");
OPDK_UPGRADE_CAFFE(UpgradeDeconvolution, "Deconvolution");

}  // namespace opdk::caffe_plugin
