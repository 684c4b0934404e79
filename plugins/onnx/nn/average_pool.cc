#include "plugins/onnx/nn/spatial_axes.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeAveragePool(UpgradeContext& context) {
  auto pool = SpatialPoolOf(context);
  if (!pool) return {};
  const bool counts_padding = context.IntOr("count_include_pad", 0) != 0;
  pool->attributes["ceil_mode"] = pool->ceil_mode;
  if (pool->spatial == 2) {
    pool->attributes["exclusive"] = !counts_padding;
  } else {
    pool->attributes["count_include_pad"] = counts_padding;
  }
  BecomeIr(context, pool->spatial == 2 ? "AvgPoolV2" : "AvgPool3D", {context.Input(0)}, pool->attributes);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(AveragePool, 1);
OPDK_UPGRADE_ONNX(UpgradeAveragePool, "AveragePool");

}  // namespace opdk::onnx_plugin
