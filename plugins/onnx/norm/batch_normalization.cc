#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 14 replaced the training outputs and their flag; inference is what is left of the older forms.
Status UpgradeBatchNormalization(UpgradeContext& context) {
  if (context.opset() >= 14) return {};
  const onnx::AttributeProto spatial = context.Take("spatial");
  if (!spatial.name().empty() && spatial.i() == 0) {
    return context.Refuse("spatial = 0 (statistics per element) is not supported");
  }
  context.Take("is_test");
  onnx::NodeProto& node = context.node();
  for (int i = 1; i < node.output_size(); ++i) {
    if (!node.output(i).empty()) return context.Refuse("its training outputs are not supported");
  }
  node.mutable_output()->DeleteSubrange(1, node.output_size() - 1);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(BatchNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeBatchNormalization, "BatchNormalization");

}  // namespace opdk::onnx_plugin
