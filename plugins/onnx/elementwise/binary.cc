#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Add, 1);
OPDK_MAP_ONNX(Sub, 1);
OPDK_MAP_ONNX(Mul, 1);
OPDK_MAP_ONNX(Div, 1);
OPDK_MAP_ONNX(Pow, 1);
OPDK_MAP_ONNX(Mod, 10);
OPDK_MAP_ONNX(BitShift, 11);
OPDK_MAP_ONNX(And, 1);
OPDK_MAP_ONNX(Or, 1);
OPDK_MAP_ONNX(Xor, 1);
OPDK_MAP_ONNX(Equal, 1);
OPDK_MAP_ONNX(Less, 1);
OPDK_MAP_ONNX(LessOrEqual, 12);
OPDK_MAP_ONNX(Greater, 1);
OPDK_MAP_ONNX(GreaterOrEqual, 12);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Less",
                  "Greater");

}  // namespace opdk::onnx_plugin
