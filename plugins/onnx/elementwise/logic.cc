#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(And, 1);
OPDK_MAP_ONNX(Or, 1);
OPDK_MAP_ONNX(Xor, 1);
OPDK_MAP_ONNX(Not, 1);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "And", "Or", "Xor");

}  // namespace opdk::onnx_plugin
