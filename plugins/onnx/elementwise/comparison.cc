#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Equal, 1);
OPDK_MAP_ONNX(Less, 1);
OPDK_MAP_ONNX_AS(LessEqual, LessOrEqual, 12);
OPDK_MAP_ONNX(Greater, 1);
OPDK_MAP_ONNX_AS(GreaterEqual, GreaterOrEqual, 12);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "Equal", "Less", "Greater");

}  // namespace opdk::onnx_plugin
