#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(GatherElements, 11);

}  // namespace opdk::onnx_plugin
