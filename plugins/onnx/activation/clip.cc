#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 11 the bounds were attributes.
Status UpgradeClip(UpgradeContext& context) {
  if (context.version() >= 11) return {};
  const auto min = context.Take<float>("min");
  const auto max = context.Take<float>("max");
  if (min) context.SetInput(1, AddScalarLike(context, "min", *min, context.Input(0)));
  if (max) context.SetInput(2, AddScalarLike(context, "max", *max, context.Input(0)));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Clip, 1);
OPDK_UPGRADE_ONNX(UpgradeClip, "Clip");

}  // namespace opdk::onnx_plugin
