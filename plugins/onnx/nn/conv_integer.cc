#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(ConvInteger, 10);
OPDK_MAP_ONNX(QLinearConv, 10);

}  // namespace opdk::onnx_plugin
