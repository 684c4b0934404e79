#include "plugins/onnx/nn/spatial_axes.h"

namespace opdk::onnx_plugin {
namespace {

// Chooses Ascend IR's pool where the output of positions is unused, because that pool has none.
Status UpgradeMaxPool(UpgradeContext& context) {
  std::vector<std::string>& outputs = context.node().outputs;
  if (outputs.size() > 1 && !outputs[1].empty()) return {};
  auto pool = SpatialPoolOf(context);
  if (!pool) return {};
  outputs.resize(1);
  if (pool->spatial == 2) {
    pool->attributes["ceil_mode"] = pool->ceil_mode;
  } else {
    pool->attributes["ceil_mode"] = int64_t{pool->ceil_mode ? 1 : 0};
    pool->attributes["padding"] = std::string("CALCULATED");
  }
  BecomeIr(context, pool->spatial == 2 ? "MaxPoolV3" : "MaxPool3D", {context.Input(0)}, pool->attributes);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(MaxPoolND, MaxPool, 1);
OPDK_UPGRADE_ONNX(UpgradeMaxPool, "MaxPool");

}  // namespace opdk::onnx_plugin
