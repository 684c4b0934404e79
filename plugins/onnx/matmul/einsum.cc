#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeEinsum(UpgradeContext& context) {
  context.Set("N", static_cast<int64_t>(context.node().inputs.size()));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Einsum, 12);
OPDK_UPGRADE_ONNX(UpgradeEinsum, "Einsum");

}  // namespace opdk::onnx_plugin
