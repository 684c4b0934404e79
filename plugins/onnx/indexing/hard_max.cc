#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX_AS(HardMax, Hardmax, 13);

}  // namespace opdk::onnx_plugin
