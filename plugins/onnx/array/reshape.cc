#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Moves the shape, an attribute before opset 5, to an input.
Status UpgradeReshape(UpgradeContext& context) {
  context.IntsToInput("shape", 1);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Reshape, 1);
OPDK_UPGRADE_ONNX(UpgradeReshape, "Reshape");

}  // namespace opdk::onnx_plugin
