#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(ScatterElements, 11);
// Its name until opset 11.
OPDK_MAP_ONNX_AS(ScatterElements, Scatter, 9);

}  // namespace opdk::onnx_plugin
