#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

using Ints = std::vector<int64_t>;

Status UpgradeConv(UpgradeContext& context, size_t spatial) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, spatial));
  const std::string filter = context.Input(1);
  OPDK_TRY(const Ints pads, PadsOf(context, axes, KernelOf(context, filter, spatial),
                                   SpatialOf(context, "strides", axes), SpatialOf(context, "dilations", axes)));
  const int64_t channels = ExtentsOf(context, context.Input(0), axes.first == 1 ? spatial + 1 : 1, 1)[0];
  const int64_t taken = ExtentsOf(context, filter, spatial, 1)[0];
  const int64_t groups = channels >= 0 && taken > 0 ? channels / taken : 1;
  std::string weights = filter;
  // The filter's axes follow the images' in Ascend IR.
  if (axes.first == 2) {
    Ints order = {static_cast<int64_t>(spatial) + 1, static_cast<int64_t>(spatial)};
    for (size_t i = 0; i < spatial; ++i) order.push_back(static_cast<int64_t>(i));
    weights = AddIrStep(context, "TransposeD", {filter}, {{"perm", order}});
  }
  const std::string format = spatial == 2 ? "NHWC" : "NDHWC";
  BecomeIr(context, spatial == 2 ? "Conv2D" : "Conv3D", {context.Input(0), weights},
           {{"strides", context.Get<Ints>("strides").value_or(Ints(spatial + 2, 1))},
            {"dilations", context.Get<Ints>("dilations").value_or(Ints(spatial + 2, 1))},
            {"pads", pads},
            {"groups", groups},
            {"data_format", context.Get<std::string>("data_format").value_or(format)}});
  return {};
}

Status UpgradeConv2D(UpgradeContext& context) { return UpgradeConv(context, 2); }
Status UpgradeConv3D(UpgradeContext& context) { return UpgradeConv(context, 3); }

// Turns the node into DepthwiseConv2D. The filter is [KH, KW, C, M].
Status UpgradeDepthwise(UpgradeContext& context) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, 2));
  std::string filter = context.Input(1);
  OPDK_TRY(const Ints pads, PadsOf(context, axes, KernelOf(context, filter, 2), SpatialOf(context, "strides", axes),
                                   SpatialOf(context, "dilations", axes)));
  if (axes.first == 2) filter = AddIrStep(context, "TransposeD", {filter}, {{"perm", Ints{3, 2, 0, 1}}});
  BecomeIr(context, "DepthwiseConv2D", {context.Input(0), filter},
           {{"strides", context.Get<Ints>("strides").value_or(Ints(4, 1))},
            {"dilations", context.Get<Ints>("dilations").value_or(Ints(4, 1))},
            {"pads", pads},
            {"data_format", context.Get<std::string>("data_format").value_or("NHWC")}});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Conv2D);
OPDK_MAP_TENSORFLOW(Conv3D);
OPDK_MAP_TENSORFLOW_AS(DepthwiseConv2D, DepthwiseConv2dNative);
OPDK_UPGRADE_TENSORFLOW(UpgradeConv2D, "Conv2D");
OPDK_UPGRADE_TENSORFLOW(UpgradeConv3D, "Conv3D");
OPDK_UPGRADE_TENSORFLOW(UpgradeDepthwise, "DepthwiseConv2dNative");

}  // namespace opdk::tensorflow_plugin
