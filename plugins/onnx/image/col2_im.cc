#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Col2Im, 18);

}  // namespace opdk::onnx_plugin
