#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX_AS(SelectV2, Where, 9);

}  // namespace opdk::onnx_plugin
