#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeNonZero(UpgradeContext& context) {
  context.Set("transpose", true);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(NonZero, 9);
OPDK_UPGRADE_ONNX(UpgradeNonZero, "NonZero");

}  // namespace opdk::onnx_plugin
