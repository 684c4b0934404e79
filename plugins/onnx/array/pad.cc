#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 11 pads (in opset 1 "paddings") and the value were attributes.
Status UpgradePad(UpgradeContext& context) {
  if (context.version() >= 11) {
    if (!context.Input(3).empty()) return context.Refuse("its input axes is not supported");
    return {};
  }
  context.IntsToInput("paddings", 1);
  context.IntsToInput("pads", 1);
  const auto value = context.Take<float>("value");
  if (value) context.SetInput(2, AddScalarLike(context, "value", *value, context.Input(0)));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Pad, 1);
OPDK_UPGRADE_ONNX(UpgradePad, "Pad");

}  // namespace opdk::onnx_plugin
