#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 13 the axes were an attribute. An empty list squeezed each axis of extent 1, as no list does.
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
