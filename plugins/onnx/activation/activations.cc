#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeLeakyRelu(UpgradeContext& context) {
  context.Set("negative_slope", context.Take<float>("alpha").value_or(0.01F));
  return {};
}

// Turns a Selu with attributes into an Elu, because Ascend IR's Selu has no attributes.
Status UpgradeSelu(UpgradeContext& context) {
  const auto alpha = context.Take<float>("alpha"), gamma = context.Take<float>("gamma");
  // Before opset 6 the defaults were rounded to four digits.
  const bool rounded = context.version() < 6;
  if (!rounded && !alpha && !gamma) return {};
  context.node().type = "Elu";
  context.Set("alpha", alpha.value_or(rounded ? 1.6732F : 1.6732632F));
  context.Set("scale", gamma.value_or(rounded ? 1.0507F : 1.050701F));
  return {};
}

Status UpgradeCelu(UpgradeContext& context) {
  const float alpha = context.Take<float>("alpha").value_or(1);
  context.Set("alpha1", alpha);
  context.Set("alpha2", alpha);
  return {};
}

Status UpgradeHardSigmoid(UpgradeContext& context) {
  if (!context.Has("alpha")) context.Set("alpha", 0.2F);
  return {};
}

// Computes a Shrink of integers in double, because Ascend IR's Shrink takes floats. A double holds integers up to 2^53.
Status WidenShrink(UpgradeContext& context) {
  const ge::DataType type = context.values().ElementType(context.Input(0));
  if (IsFloating(type) || type == ge::DT_UNDEFINED) return {};
  CastInput(context, 0, ge::DT_DOUBLE);
  CastOutput(context, 0, type);
  return {};
}

// Renames ONNX's alpha, the factor of x, to "scale".
Status RenameSwishFactor(UpgradeContext& context) {
  if (const auto alpha = context.Take<float>("alpha")) context.Set("scale", *alpha);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Relu, 1);
OPDK_MAP_ONNX(LeakyRelu, 1);
OPDK_MAP_ONNX(Elu, 1);
OPDK_MAP_ONNX(Selu, 1);
OPDK_MAP_ONNX(Celu, 12);
OPDK_MAP_ONNX(ThresholdedRelu, 10);
OPDK_MAP_ONNX(Sigmoid, 1);
OPDK_MAP_ONNX(HardSigmoid, 1);
OPDK_MAP_ONNX(HardSwish, 14);
OPDK_MAP_ONNX(Softplus, 1);
OPDK_MAP_ONNX(Mish, 18);
OPDK_MAP_ONNX(Shrink, 9);
OPDK_MAP_ONNX(Softsign, 1);
OPDK_MAP_ONNX(Swish, 24);
OPDK_MAP_ONNX(Tanh, 1);
OPDK_UPGRADE_ONNX(UpgradeLeakyRelu, "LeakyRelu");
OPDK_UPGRADE_ONNX(WidenShrink, "Shrink");
OPDK_UPGRADE_ONNX(UpgradeSelu, "Selu");
OPDK_UPGRADE_ONNX(UpgradeCelu, "Celu");
OPDK_UPGRADE_ONNX(UpgradeHardSigmoid, "HardSigmoid");
OPDK_UPGRADE_ONNX(RenameSwishFactor, "Swish");

}  // namespace opdk::onnx_plugin
