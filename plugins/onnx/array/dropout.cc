#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Models are run for inference. Until opset 12 nothing in a node could ask for training at run time, and the ratio
// matters only then.
Status UpgradeDropout(UpgradeContext& context) {
  if (context.version() >= 12) return {};
  context.Drop("ratio");
  context.Drop("is_test");
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Dropout, 1);
OPDK_UPGRADE_ONNX(UpgradeDropout, "Dropout");

}  // namespace opdk::onnx_plugin
