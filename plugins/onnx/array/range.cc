#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Drops the attribute of opset 27 for the type in which 16-bit floats are computed. opdk computes them in float.
Status UpgradeRange(UpgradeContext& context) {
  context.Drop("stash_type");
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Range, 11);
OPDK_UPGRADE_ONNX(UpgradeRange, "Range");

}  // namespace opdk::onnx_plugin
