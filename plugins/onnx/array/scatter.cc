#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(ScatterND, 11);
OPDK_MAP_ONNX(ScatterElements, 11);

}  // namespace opdk::onnx_plugin
