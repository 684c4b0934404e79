#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Add, 1);
OPDK_MAP_ONNX(Sub, 1);
OPDK_MAP_ONNX(Mul, 1);
OPDK_MAP_ONNX(Div, 1);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "Add", "Sub", "Mul", "Div");

}  // namespace opdk::onnx_plugin
