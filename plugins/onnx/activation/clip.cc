#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Bounds may be absent; before opset 11 they were attributes.
Status UpgradeClip(UpgradeContext& context) {
  const std::string x = context.Input(0);
  std::string min = context.Input(1), max = context.Input(2);
  if (const auto given = context.Take<float>("min")) min = AddScalarLike(context, "min", *given, x);
  if (const auto given = context.Take<float>("max")) max = AddScalarLike(context, "max", *given, x);
  if (min.empty() && max.empty()) {
    Become(context, "Identity", {x});
  } else if (min.empty()) {
    BecomeIr(context, "Minimum", {x, max});
  } else if (max.empty()) {
    BecomeIr(context, "Maximum", {x, min});
  } else {
    context.node().inputs = {x, min, max};
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(ClipByValueV2, Clip, 1);
OPDK_UPGRADE_ONNX(UpgradeClip, "Clip");

}  // namespace opdk::onnx_plugin
