#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Moves the attribute value to Fill's second input. Without the attribute the value is a float 0.
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
