#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Conv, 1);

}  // namespace opdk::onnx_plugin
