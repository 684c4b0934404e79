#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Before opset 7 an attribute allowed c to broadcast; since then it always may.
Status UpgradeGemm(UpgradeContext& context) {
  context.Drop("broadcast");
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Gemm, 1);
OPDK_UPGRADE_ONNX(UpgradeGemm, "Gemm");

}  // namespace opdk::onnx_plugin
