#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 13 the axes were an attribute.
Status UpgradeSqueeze(UpgradeContext& context) {
  context.IntsToInput("axes", 1);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(SqueezeV3, Squeeze, 1);
OPDK_MAP_ONNX_AS(UnsqueezeV3, Unsqueeze, 1);
OPDK_UPGRADE_ONNX(UpgradeSqueeze, "Squeeze", "Unsqueeze");

}  // namespace opdk::onnx_plugin
