#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeMaxRoiPool(UpgradeContext& context) {
  const auto shape = context.Take<std::vector<int64_t>>("pooled_shape").value_or(std::vector<int64_t>());
  if (shape.size() != 2) return context.Refuse("pooled_shape must have two extents");
  const float scale = context.Take<float>("spatial_scale").value_or(1);
  context.Set("pooled_h", shape[0]);
  context.Set("pooled_w", shape[1]);
  context.Set("spatial_scale_h", scale);
  context.Set("spatial_scale_w", scale);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(ROIPooling, MaxRoiPool, 1);
OPDK_UPGRADE_ONNX(UpgradeMaxRoiPool, "MaxRoiPool");

}  // namespace opdk::onnx_plugin
