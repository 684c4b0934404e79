#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Puts the image's number in front of a region's corners, as the prototype has them. Before opset 16 the default had no
// shift by half a pixel.
Status UpgradeRoiAlign(UpgradeContext& context) {
  const ge::DataType type = context.values().ElementType(context.Input(0));
  if (type == ge::DT_UNDEFINED) return context.Refuse("the type of its input is not known");
  CastInput(context, 2, type);
  UnsqueezeInput(context, 2, {1});
  const std::string regions = AddConcat(context, {context.Input(2), context.Input(1)}, 1);
  context.node().inputs = {context.Input(0), regions};
  const std::string fallback = context.version() < 16 ? "output_half_pixel" : "half_pixel";
  const std::string mode = context.Take<std::string>("coordinate_transformation_mode").value_or(fallback);
  context.Set("roi_end_mode", int64_t{mode == "half_pixel" ? 2 : 0});
  context.Set("pool_mode", context.Take<std::string>("mode").value_or("avg"));
  context.Set("pooled_height", context.Take<int64_t>("output_height").value_or(1));
  context.Set("pooled_width", context.Take<int64_t>("output_width").value_or(1));
  context.Set("sample_num", context.Take<int64_t>("sampling_ratio").value_or(0));
  context.Set("spatial_scale", context.Take<float>("spatial_scale").value_or(1));
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(ROIAlign, RoiAlign, 10);
OPDK_UPGRADE_ONNX(UpgradeRoiAlign, "RoiAlign");

}  // namespace opdk::onnx_plugin
