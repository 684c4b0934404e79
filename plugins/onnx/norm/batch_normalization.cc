#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 14 replaced the training outputs and their flag; inference is what is left of the older forms.
Status UpgradeBatchNormalization(UpgradeContext& context) {
  if (context.version() >= 14) return {};
  if (context.Take<int64_t>("spatial") == 0) {
    return context.Refuse("spatial = 0 (statistics per element) is not supported");
  }
  context.Drop("is_test");
  std::vector<std::string>& outputs = context.node().outputs;
  for (size_t i = 1; i < outputs.size(); ++i) {
    if (!outputs[i].empty()) return context.Refuse("its training outputs are not supported");
  }
  outputs.resize(1);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(BatchNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeBatchNormalization, "BatchNormalization");

}  // namespace opdk::onnx_plugin
