#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 10 k was an attribute.
Status UpgradeTopK(UpgradeContext& context) {
  if (const auto k = context.Take<int64_t>("k")) context.SetInput(1, context.AddInts("k", {*k}));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(TopK, 1);
OPDK_UPGRADE_ONNX(UpgradeTopK, "TopK");

}  // namespace opdk::onnx_plugin
