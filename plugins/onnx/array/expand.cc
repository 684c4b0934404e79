#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Expand, 8);

}  // namespace opdk::onnx_plugin
