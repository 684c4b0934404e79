#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(BitwiseAnd, 18);
OPDK_MAP_ONNX(BitwiseOr, 18);
OPDK_MAP_ONNX(BitwiseXor, 18);
OPDK_MAP_ONNX_AS(Invert, BitwiseNot, 18);

}  // namespace opdk::onnx_plugin
