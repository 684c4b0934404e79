#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(LayerNormalization, 17);

}  // namespace opdk::onnx_plugin
