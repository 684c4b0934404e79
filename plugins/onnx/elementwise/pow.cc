#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Pow, 1);

OPDK_UPGRADE_ONNX(UpgradeLegacyBroadcast, "Pow");

}  // namespace opdk::onnx_plugin
