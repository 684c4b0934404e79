#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Trilu, 14);

}  // namespace opdk::onnx_plugin
