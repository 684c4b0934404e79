#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(MaxUnpool, 9);

}  // namespace opdk::onnx_plugin
