#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// The value is Fill's second input.
Status UpgradeConstantOfShape(UpgradeContext& context) {
  const auto value = context.Take<ge::Tensor>("value");
  const std::string hint = context.node().outputs.front() + "/value";
  context.SetInput(1, value ? context.values().NewConstant(hint, *value) : context.AddScalar("value", 0));
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Fill, ConstantOfShape, 9);
OPDK_UPGRADE_ONNX(UpgradeConstantOfShape, "ConstantOfShape");

}  // namespace opdk::onnx_plugin
