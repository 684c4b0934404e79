#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(AveragePool, 1);

}  // namespace opdk::onnx_plugin
