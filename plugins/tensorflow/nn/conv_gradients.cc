#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

using Ints = std::vector<int64_t>;

Ints SpatialEntries(const std::optional<Ints>& list, size_t first, size_t count) {
  if (!list || list->size() < first + count) return Ints(count, -1);
  const auto begin = list->begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

// Padding in numbers; where SAME needs extents that aren't known, what the gradient has says them.
Status SetPads(UpgradeContext& context, const ImageAxes& axes, const Ints& images, const Ints& kernel) {
  OPDK_TRY(const Ints pads, PadsOf(context, axes, images, kernel, SpatialOf(context, "strides", axes),
                                   SpatialOf(context, "dilations", axes)));
  if (pads.empty()) {
    return context.Refuse("padding SAME at a stride needs the extents of the images and of the filter");
  }
  if (axes.first == 2) return context.Refuse("gradients of images with channels first are not supported");
  context.Drop("padding");
  context.Drop("explicit_paddings");
  context.Drop("use_cudnn_on_gpu");
  context.Set("pads", pads);
  return {};
}

Status UpgradeInput(UpgradeContext& context, size_t spatial) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, spatial));
  Ints images = SpatialEntries(context.values().Entries(context.Input(0)), axes.first, spatial);
  const Ints declared = ExtentsOf(context, context.node().outputs[0], axes.first, spatial);
  for (size_t i = 0; i < spatial; ++i) images[i] = images[i] < 0 ? declared[i] : images[i];
  return SetPads(context, axes, images, ExtentsOf(context, context.Input(1), 0, spatial));
}

Status UpgradeFilter(UpgradeContext& context, size_t spatial) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, spatial));
  return SetPads(context, axes, ExtentsOf(context, context.Input(0), axes.first, spatial),
                 SpatialEntries(context.values().Entries(context.Input(1)), 0, spatial));
}

Status UpgradeInput2D(UpgradeContext& context) { return UpgradeInput(context, 2); }
Status UpgradeInput3D(UpgradeContext& context) { return UpgradeInput(context, 3); }
Status UpgradeFilter2D(UpgradeContext& context) { return UpgradeFilter(context, 2); }
Status UpgradeFilter3D(UpgradeContext& context) { return UpgradeFilter(context, 3); }

}  // namespace

OPDK_MAP_TENSORFLOW(Conv2DBackpropInput);
OPDK_MAP_TENSORFLOW(Conv2DBackpropFilter);
OPDK_MAP_TENSORFLOW_AS(Conv3DBackpropInput, Conv3DBackpropInputV2);
OPDK_MAP_TENSORFLOW_AS(Conv3DBackpropFilter, Conv3DBackpropFilterV2);
OPDK_MAP_TENSORFLOW_AS(DepthwiseConv2DBackpropInput, DepthwiseConv2dNativeBackpropInput);
OPDK_MAP_TENSORFLOW_AS(DepthwiseConv2DBackpropFilter, DepthwiseConv2dNativeBackpropFilter);
OPDK_UPGRADE_TENSORFLOW(UpgradeInput2D, "Conv2DBackpropInput", "DepthwiseConv2dNativeBackpropInput");
OPDK_UPGRADE_TENSORFLOW(UpgradeInput3D, "Conv3DBackpropInputV2");
OPDK_UPGRADE_TENSORFLOW(UpgradeFilter2D, "Conv2DBackpropFilter", "DepthwiseConv2dNativeBackpropFilter");
OPDK_UPGRADE_TENSORFLOW(UpgradeFilter3D, "Conv3DBackpropFilterV2");

}  // namespace opdk::tensorflow_plugin
