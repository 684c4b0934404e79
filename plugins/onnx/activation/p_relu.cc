#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Reshapes the slope: before opset 7 a slope of shape [C] lay along axis 1. Since then the slope must broadcast: [C, 1,
// …].
Status UpgradePRelu(UpgradeContext& context) {
  if (context.version() >= 7) return {};
  const auto slope_size = context.values().Dim(context.Input(1), 0);
  if (context.values().Rank(context.Input(1)) == 0 || slope_size == 1) return {};
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("a slope per channel needs an input of known rank");
  std::vector<int64_t> trailing;
  for (int64_t i = 1; i < *rank - 1; ++i) trailing.push_back(i);
  if (!trailing.empty()) UnsqueezeInput(context, 1, trailing);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(PRelu, 1);
OPDK_UPGRADE_ONNX(UpgradePRelu, "PRelu");

}  // namespace opdk::onnx_plugin
