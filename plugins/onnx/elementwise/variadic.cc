#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Max, 1);
OPDK_MAP_ONNX(Min, 1);
OPDK_MAP_ONNX(Sum, 1);
OPDK_MAP_ONNX(Mean, 1);

}  // namespace opdk::onnx_plugin
