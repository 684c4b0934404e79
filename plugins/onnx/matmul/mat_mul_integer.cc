#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(MatMulInteger, 10);
OPDK_MAP_ONNX(QLinearMatMul, 10);

}  // namespace opdk::onnx_plugin
