#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX_AS(MatrixDeterminant, Det, 11);

}  // namespace opdk::onnx_plugin
