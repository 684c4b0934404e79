#include "plugins/onnx/microsoft/fused_activation.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Computes activation(Conv(x, w, b) + z). b and z may be absent.
Status UpgradeFusedConv(UpgradeContext& context) {
  const std::string activation = context.Take<std::string>("activation").value_or("");
  const auto parameters = context.Take<std::vector<float>>("activation_params").value_or(std::vector<float>());
  std::vector<std::string> inputs = {context.Input(0), context.Input(1)};
  if (!context.Input(2).empty()) inputs.push_back(context.Input(2));
  std::string y = AddStep(context, "Conv", std::move(inputs), context.node().attributes);
  if (!context.Input(3).empty()) y = AddStep(context, "Add", {y, context.Input(3)});
  OPDK_TRY(y, AddFusedActivation(context, y, activation, parameters));
  Become(context, "Identity", {y});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, Conv2D, FusedConv, 1);
OPDK_UPGRADE_ONNX(UpgradeFusedConv, "com.microsoft::FusedConv");

}  // namespace opdk::onnx_plugin
