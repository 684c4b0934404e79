#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(GlobalAveragePool, 1);
OPDK_MAP_ONNX(GlobalMaxPool, 1);

}  // namespace opdk::onnx_plugin
