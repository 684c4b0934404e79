#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 10 k was an attribute.
Status UpgradeTopK(UpgradeContext& context) {
  const onnx::AttributeProto k = context.Take("k");
  if (!k.name().empty()) context.SetInput(1, context.AddInts("k", {k.i()}));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(TopK, 1);
OPDK_UPGRADE_ONNX(UpgradeTopK, "TopK");

}  // namespace opdk::onnx_plugin
