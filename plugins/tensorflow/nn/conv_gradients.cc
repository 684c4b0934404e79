#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

using Ints = std::vector<int64_t>;

// Sets the padding as numbers, or as SAME.
Status SetPads(UpgradeContext& context, const ImageAxes& axes, const Ints& kernel) {
  OPDK_TRY(const Ints pads,
           PadsOf(context, axes, kernel, SpatialOf(context, "strides", axes), SpatialOf(context, "dilations", axes)));
  if (axes.first == 2) return context.Refuse("gradients of images with channels first are not supported");
  context.Drop("padding");
  context.Drop("explicit_paddings");
  context.Drop("use_cudnn_on_gpu");
  context.Set("pads", pads);
  return {};
}

Status UpgradeInput(UpgradeContext& context, size_t spatial) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, spatial));
  return SetPads(context, axes, KernelOf(context, context.Input(1), spatial));
}

Status UpgradeFilter(UpgradeContext& context, size_t spatial) {
  OPDK_TRY(const ImageAxes axes, ImageAxesOf(context, spatial));
  const auto sizes = context.values().Ints(context.Input(1));
  const bool known = sizes && sizes->size() == spatial + 2;
  OPDK_TRY(SetPads(context, axes, known ? Ints(sizes->begin(), sizes->end() - 2) : Ints(spatial, -1)));
  // The prototype's default has the same meaning. The model's attribute would set the format of the filter, too.
  context.Drop("data_format");
  return {};
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
