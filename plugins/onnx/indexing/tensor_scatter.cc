#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(TensorScatter, 24);

}  // namespace opdk::onnx_plugin
