#include "plugins/onnx/microsoft/fused_activation.h"
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/channels_last.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Computes activation(Conv(x, w, b) + z). b and z may be absent. `rank`: that of x, z and the result where their
// channels come last, else 0.
Status BecomeFusedConv(UpgradeContext& context, int rank) {
  const std::string activation = context.Take<std::string>("activation").value_or("");
  const auto parameters = context.Take<std::vector<float>>("activation_params").value_or(std::vector<float>());
  const std::string x = context.Input(0);
  std::vector<std::string> inputs = {rank == 0 ? x : AddChannelsSecond(context, x, rank), context.Input(1)};
  if (!context.Input(2).empty()) inputs.push_back(context.Input(2));
  std::string y = AddStep(context, "Conv", std::move(inputs), context.node().attributes);
  if (rank != 0) y = AddChannelsLast(context, y, rank);
  if (!context.Input(3).empty()) y = AddBinary(context, "Add", y, context.Input(3));
  OPDK_TRY(y, AddFusedActivation(context, y, activation, parameters));
  return Give(context, y);
}

Status UpgradeFusedConv(UpgradeContext& context) { return BecomeFusedConv(context, 0); }

Status UpgradeNhwcConv(UpgradeContext& context) {
  OPDK_TRY(const int rank, RankWithChannelsLast(context));
  return BecomeFusedConv(context, rank);
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, Conv2D, FusedConv, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Conv2D, NhwcConv, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Conv2D, NhwcFusedConv, 1);
OPDK_UPGRADE_ONNX(UpgradeFusedConv, "com.microsoft::FusedConv");
OPDK_UPGRADE_ONNX(UpgradeNhwcConv, "com.microsoft::NhwcConv", "com.microsoft::NhwcFusedConv");

}  // namespace opdk::onnx_plugin
