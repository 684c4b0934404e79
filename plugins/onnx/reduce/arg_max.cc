#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(ArgMax, 1);
OPDK_MAP_ONNX(ArgMin, 1);

}  // namespace opdk::onnx_plugin
