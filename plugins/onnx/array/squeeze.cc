#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Moves the axes, an attribute before opset 13, to an input. An empty list squeezes each axis of extent 1, like no
// list.
Status UpgradeSqueeze(UpgradeContext& context) {
  const auto axes = context.Get<std::vector<int64_t>>("axes");
  if (context.node().type == "Squeeze" && axes && axes->empty()) context.Drop("axes");
  context.IntsToInput("axes", 1);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(SqueezeV3, Squeeze, 1);
OPDK_MAP_ONNX_AS(UnsqueezeV3, Unsqueeze, 1);
OPDK_UPGRADE_ONNX(UpgradeSqueeze, "Squeeze", "Unsqueeze");

}  // namespace opdk::onnx_plugin
