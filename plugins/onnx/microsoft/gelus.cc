#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

std::string WithBias(UpgradeContext& context) {
  const std::string x = context.Input(0), bias = context.Input(1);
  return bias.empty() ? x : AddStep(context, "Add", {x, bias});
}

Status UpgradeBiasGelu(UpgradeContext& context) {
  BecomeIr(context, "Gelu", {WithBias(context)}, {{"approximate", std::string("none")}});
  return {};
}

Status UpgradeFastGelu(UpgradeContext& context) {
  BecomeIr(context, "Gelu", {WithBias(context)}, {{"approximate", std::string("tanh")}});
  return {};
}

// Computes x * sigmoid(alpha * x).
Status UpgradeQuickGelu(UpgradeContext& context) {
  BecomeIr(context, "Swish", {context.Input(0)}, {{"scale", context.Take<float>("alpha").value_or(1.702F)}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, Gelu, BiasGelu, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Gelu, FastGelu, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Swish, QuickGelu, 1);
OPDK_UPGRADE_ONNX(UpgradeBiasGelu, "com.microsoft::BiasGelu");
OPDK_UPGRADE_ONNX(UpgradeFastGelu, "com.microsoft::FastGelu");
OPDK_UPGRADE_ONNX(UpgradeQuickGelu, "com.microsoft::QuickGelu");

}  // namespace opdk::onnx_plugin
