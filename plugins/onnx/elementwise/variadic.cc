#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// ONNX takes any number of inputs, Maximum and Minimum two.
Status UpgradeExtremum(UpgradeContext& context) {
  const std::string type = context.node().type;
  const std::vector<std::string> x = context.node().inputs;
  if (x.size() == 1) {
    Become(context, "Identity", x);
    return {};
  }
  std::string joined = x[0];
  for (size_t i = 1; i + 1 < x.size(); ++i) joined = AddStep(context, type, {joined, x[i]});
  context.node().inputs = {joined, x.back()};
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Maximum, Max, 1);
OPDK_MAP_ONNX_AS(Minimum, Min, 1);
OPDK_MAP_ONNX(Sum, 1);
OPDK_MAP_ONNX(Mean, 1);
OPDK_UPGRADE_ONNX(UpgradeExtremum, "Max", "Min");

}  // namespace opdk::onnx_plugin
