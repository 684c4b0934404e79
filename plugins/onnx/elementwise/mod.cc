#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Mod, 10);

}  // namespace opdk::onnx_plugin
