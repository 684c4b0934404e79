#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX_AS(LogicalAnd, And, 1);
OPDK_MAP_ONNX_AS(LogicalOr, Or, 1);
OPDK_MAP_ONNX_AS(NotEqual, Xor, 1);
OPDK_MAP_ONNX_AS(LogicalNot, Not, 1);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "And", "Or", "Xor");

}  // namespace opdk::onnx_plugin
