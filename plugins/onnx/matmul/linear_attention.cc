#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(LinearAttention, 27);

}  // namespace opdk::onnx_plugin
