#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Moves the bounds, attributes before opset 10, to inputs.
Status UpgradeSlice(UpgradeContext& context) {
  context.IntsToInput("starts", 1);
  context.IntsToInput("ends", 2);
  context.IntsToInput("axes", 3);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(StridedSliceV2, Slice, 1);
OPDK_UPGRADE_ONNX(UpgradeSlice, "Slice");

}  // namespace opdk::onnx_plugin
