#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Converts opset 18, where scale and bias have an element for each group: normalizes the instances [N, num_groups, the
// rest].
Status UpgradeGroupNormalization(UpgradeContext& context) {
  const float epsilon = context.Take<float>("epsilon").value_or(1e-5F);
  if (context.version() >= 21) {
    context.Drop("stash_type");
    context.Set("eps", epsilon);
    context.Set("data_format", std::string("NCHW"));
    return {};
  }
  const std::string x = context.Input(0), y = context.node().outputs.front();
  const std::string groups = context.AddInts("groups", {0, context.IntOr("num_groups", 1), -1});
  const std::string grouped = AddStep(context, "Reshape", {x, groups}), shape = AddStep(context, "Shape", {x});
  BecomeIr(context, "InstanceNorm", {grouped, context.Input(1), context.Input(2)},
           {{"epsilon", epsilon}, {"data_format", std::string("NCHW")}});
  context.node().outputs.front() = context.values().NewName(y + "/grouped");
  context.AddAfter("Reshape", {context.node().outputs.front(), shape}, {y}).attributes["allowzero"] = int64_t{1};
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GroupNorm, GroupNormalization, 18);
OPDK_UPGRADE_ONNX(UpgradeGroupNormalization, "GroupNormalization");

}  // namespace opdk::onnx_plugin
