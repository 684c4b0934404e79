#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

using Ints = std::vector<int64_t>;

// Chooses the general pool where the padding is given as numbers.
Status UpgradeMaxPool(UpgradeContext& context) {
  if (context.Get<std::string>("padding").value_or("") != "EXPLICIT") return {};
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, 2));
  OPDK_TRY(const Ints pads, PadsOf(context, axes, {}, {}, {}));
  BecomeIr(context, "MaxPoolV3", {context.Input(0)},
           {{"ksize", context.Get<Ints>("ksize").value_or(Ints())},
            {"strides", context.Get<Ints>("strides").value_or(Ints())},
            {"padding_mode", std::string("CALCULATED")},
            {"pads", pads},
            {"data_format", context.Get<std::string>("data_format").value_or("NHWC")}});
  return {};
}

Status UpgradeMaxPoolGrad(UpgradeContext& context) {
  if (context.Get<std::string>("padding").value_or("") != "EXPLICIT") return {};
  return context.Refuse("the gradient of a pool that is padded by explicit numbers is not supported");
}

Status UpgradeAvgPool3D(UpgradeContext& context) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, 3));
  OPDK_TRY(const Ints pads,
           PadsOf(context, axes, SpatialOf(context, "ksize", axes), SpatialOf(context, "strides", axes), Ints(3, 1)));
  context.Drop("padding");
  context.Set("pads", pads);
  context.Set("count_include_pad", false);
  return {};
}

Status UpgradeArgmaxPool(UpgradeContext& context) {
  if (context.Get<bool>("include_batch_in_index").value_or(false)) {
    return context.Refuse("include_batch_in_index is not supported");
  }
  TypeToInt(context, "Targmax", "Targmax", ge::DT_INT64);
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(MaxPool).IgnoreAttrs({"explicit_paddings"});
OPDK_MAP_TENSORFLOW(MaxPool3D);
OPDK_MAP_TENSORFLOW(AvgPool3D);
OPDK_MAP_TENSORFLOW(AvgPoolGrad);
OPDK_MAP_TENSORFLOW(MaxPoolGrad).IgnoreAttrs({"explicit_paddings"});
OPDK_MAP_TENSORFLOW(MaxPoolWithArgmax).IgnoreAttrs({"include_batch_in_index"});
OPDK_UPGRADE_TENSORFLOW(UpgradeMaxPool, "MaxPool");
OPDK_UPGRADE_TENSORFLOW(UpgradeMaxPoolGrad, "MaxPoolGrad");
OPDK_UPGRADE_TENSORFLOW(UpgradeAvgPool3D, "AvgPool3D");
OPDK_UPGRADE_TENSORFLOW(UpgradeArgmaxPool, "MaxPoolWithArgmax");

}  // namespace opdk::tensorflow_plugin
