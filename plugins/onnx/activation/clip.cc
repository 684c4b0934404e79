#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 11 the bounds were attributes.
Status UpgradeClip(UpgradeContext& context) {
  if (context.opset() >= 11) return {};
  const onnx::AttributeProto min = context.Take("min");
  const onnx::AttributeProto max = context.Take("max");
  if (!min.name().empty()) context.SetInput(1, context.AddScalarLike("min", min.f(), context.Input(0)));
  if (!max.name().empty()) context.SetInput(2, context.AddScalarLike("max", max.f(), context.Input(0)));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Clip, 1);
OPDK_UPGRADE_ONNX(UpgradeClip, "Clip");

}  // namespace opdk::onnx_plugin
