#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 27 says in which type 16-bit floats are computed; that is float here.
Status UpgradeRange(UpgradeContext& context) {
  context.Drop("stash_type");
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Range, 11);
OPDK_UPGRADE_ONNX(UpgradeRange, "Range");

}  // namespace opdk::onnx_plugin
