#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// ONNX calls the factor of x alpha.
Status RenameSwishFactor(UpgradeContext& context) {
  if (const auto alpha = context.Take<float>("alpha")) context.Set("scale", *alpha);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Mish, 18);
OPDK_MAP_ONNX(Shrink, 9);
OPDK_MAP_ONNX(Swish, 24);
OPDK_UPGRADE_ONNX(RenameSwishFactor, "Swish");

}  // namespace opdk::onnx_plugin
