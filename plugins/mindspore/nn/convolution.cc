#include <algorithm>
#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

// Returns strides, dilations and pads of images [N, C, H, W]. E2001: the images have another layout, or their pads
// aren't known.
Result<AttrMap> GeometryOf(UpgradeContext& context) {
  if (TextOf(context, "format", "NCHW") != "NCHW") return context.Refuse("its images are not [N, C, H, W]");
  const auto four = [&](const char* name) {
    Ints numbers = IntsOf(context, name, {1, 1, 1, 1});
    if (numbers.size() == 2) numbers.insert(numbers.begin(), {1, 1});
    return numbers;
  };
  Ints pads = IntsOf(context, "pad_list");
  if (pads.empty() && TextOf(context, "pad_mode", "valid") == "pad") pads = IntsOf(context, "pad");
  if (pads.empty() && TextOf(context, "pad_mode", "valid") == "valid") pads = {0, 0, 0, 0};
  if (pads.size() != 4 || std::find(pads.begin(), pads.end(), -1) != pads.end()) {
    return context.Refuse("its padding isn't known: export it with the extents of its images");
  }
  return AttrMap{{"strides", four("stride")},
                 {"dilations", four("dilation")},
                 {"pads", pads},
                 {"groups", context.IntOr("group", 1)},
                 {"data_format", std::string("NCHW")}};
}

Status UpgradeConvolution(UpgradeContext& context) {
  OPDK_TRY(const AttrMap attributes, GeometryOf(context));
  BecomeIr(context, "Conv2D", {context.Input(0), TensorArgument(context, 1)}, attributes);
  return {};
}

Status UpgradeTransposedConvolution(UpgradeContext& context) {
  OPDK_TRY(AttrMap attributes, GeometryOf(context));
  const Ints size = IntsOf(context, 2, "input_sizes");
  if (size.size() != 4) return context.Refuse("the extents of its result aren't known");
  attributes["input_size"] = size;
  BecomeIr(context, "Conv2DBackpropInputD", {TensorArgument(context, 1), context.Input(0)}, attributes);
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(Conv2D, Conv2D);
OPDK_MAP_MINDSPORE_AS(Conv2DBackpropInputD, Conv2DTranspose);
OPDK_MAP_MINDSPORE_AS(Conv2DBackpropInputD, Conv2DBackpropInput);
OPDK_UPGRADE_MINDSPORE(UpgradeConvolution, "Conv2D");
OPDK_UPGRADE_MINDSPORE(UpgradeTransposedConvolution, "Conv2DTranspose", "Conv2DBackpropInput");

}  // namespace opdk::mindspore_plugin
