#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Ints Four(Ints numbers) {
  if (numbers.size() == 1) numbers.push_back(numbers[0]);
  if (numbers.size() == 2) numbers.insert(numbers.begin(), {1, 1});
  return numbers;
}

// Returns "SAME" or "VALID". MindSpore writes a text or a number.
std::string ModeOf(const UpgradeContext& context, size_t argument) {
  const int64_t number = IntOf(context, argument, "pad_mode", 0);
  if (number != 0) return number == 1 ? "SAME" : "VALID";
  const std::string text = TextOf(context, "pad_mode", "VALID");
  return text == "SAME" || text == "same" ? "SAME" : "VALID";
}

// Pools images. MaxPool has attributes, AvgPool arguments.
Status UpgradePooling(UpgradeContext& context) {
  if (TextOf(context, "format", "NCHW") != "NCHW" || IntOf(context, 4, "data_format", 0) != 0) {
    return context.Refuse("its images are not [N, C, H, W]");
  }
  const Ints kernel = Four(IntsOf(context, 1, "kernel_size")), strides = Four(IntsOf(context, 2, "strides"));
  if (kernel.size() != 4 || strides.size() != 4) return context.Refuse("its window isn't known");
  BecomeIr(context, context.node().type == "MaxPool" ? "MaxPoolV3" : "AvgPoolV2", {context.Input(0)},
           {{"ksize", kernel},
            {"strides", strides},
            {"padding_mode", ModeOf(context, 3)},
            {"data_format", std::string("NCHW")}});
  return {};
}

// Pools over images of depth 1, which is MindSpore's form of a padded MaxPool2d. The output of the maxima's places is
// dropped.
Status UpgradePaddedPooling(UpgradeContext& context) {
  const Ints kernel = IntsOf(context, "ksize"), strides = IntsOf(context, "strides"), pads = IntsOf(context, "pads"),
             dilation = IntsOf(context, "dilation", {1, 1, 1});
  if (kernel.size() != 3 || strides.size() != 3 || pads.size() != 3 || dilation.size() != 3) {
    return context.Refuse("its window doesn't have three axes");
  }
  const auto five = [](const Ints& numbers) { return Ints{1, 1, numbers[0], numbers[1], numbers[2]}; };
  context.node().outputs.resize(1);
  BecomeIr(context, "MaxPool3D", {context.Input(0)},
           {{"ksize", five(kernel)},
            {"strides", five(strides)},
            {"padding", std::string("CALCULATED")},
            {"pads", Ints{pads[0], pads[0], pads[1], pads[1], pads[2], pads[2]}},
            {"dilation", five(dilation)},
            {"ceil_mode", int64_t{BoolOf(context, SIZE_MAX, "ceil_mode", false) ? 1 : 0}},
            {"data_format", std::string("NCDHW")}});
  return {};
}

Status UpgradeAdaptivePooling(UpgradeContext& context) {
  const Ints size = IntsOf(context, "output_size");
  if (size.size() != 2) return context.Refuse("its size isn't known");
  BecomeIr(context, "AdaptiveAvgPool2d", {context.Input(0)}, {{"output_size", size}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(MaxPoolV3, MaxPool);
OPDK_MAP_MINDSPORE_AS(AvgPoolV2, AvgPool);
OPDK_MAP_MINDSPORE_AS(MaxPool3D, MaxPool3DWithArgmax);
OPDK_MAP_MINDSPORE_AS(AdaptiveAvgPool2d, AdaptiveAvgPool2D);
OPDK_UPGRADE_MINDSPORE(UpgradePooling, "MaxPool", "AvgPool");
OPDK_UPGRADE_MINDSPORE(UpgradePaddedPooling, "MaxPool3DWithArgmax");
OPDK_UPGRADE_MINDSPORE(UpgradeAdaptivePooling, "AdaptiveAvgPool2D");

}  // namespace opdk::mindspore_plugin
