#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Sets the axis, which has the default 1 before opset 4.
Status UpgradeConcat(UpgradeContext& context) {
  const int64_t axis = context.Take<int64_t>("axis").value_or(1);
  for (auto& [name, value] : ConcatAttributes(context.node().inputs.size(), axis)) context.Set(name, value);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(ConcatD, Concat, 1);
OPDK_UPGRADE_ONNX(UpgradeConcat, "Concat");

}  // namespace opdk::onnx_plugin
