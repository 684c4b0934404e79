#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 4 the axis had a default.
Status UpgradeConcat(UpgradeContext& context) {
  if (context.Find("axis") == nullptr) context.SetInt("axis", 1);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Concat, 1);
OPDK_UPGRADE_ONNX(UpgradeConcat, "Concat");

}  // namespace opdk::onnx_plugin
