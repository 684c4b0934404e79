#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(QuantizeLinear, 10);
OPDK_MAP_ONNX(DequantizeLinear, 10);

}  // namespace opdk::onnx_plugin
