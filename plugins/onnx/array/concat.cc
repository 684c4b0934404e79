#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 4 the axis had a default.
Status UpgradeConcat(UpgradeContext& context) {
  if (!context.Has("axis")) context.Set("axis", int64_t{1});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Concat, 1);
OPDK_UPGRADE_ONNX(UpgradeConcat, "Concat");

}  // namespace opdk::onnx_plugin
