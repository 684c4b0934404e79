#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Opset 19: for 8-bit floats only, which are not supported.
OPDK_MAP_ONNX(QuantizeLinear, 10).IgnoreAttrs({"saturate"});
OPDK_MAP_ONNX(DequantizeLinear, 10);

}  // namespace opdk::onnx_plugin
