#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Computes swish(a) * b in two steps. Ascend IR's SwiGlu has both operands in one tensor, and no factor.
Status UpgradeSwiGlu(UpgradeContext& context) {
  const float alpha = context.Take<float>("alpha").value_or(1);
  const std::string swish = AddStep(context, "Swish", {context.Input(0)}, {{"alpha", alpha}});
  Become(context, "Mul", {swish, context.Input(1)});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Mul, SwiGLU, 28);
OPDK_UPGRADE_ONNX(UpgradeSwiGlu, "SwiGLU");

}  // namespace opdk::onnx_plugin
