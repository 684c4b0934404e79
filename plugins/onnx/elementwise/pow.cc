#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Pow, 1);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "Pow");

}  // namespace opdk::onnx_plugin
