#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Gelu, 20);

// Exporters that stay below opset 20 write ONNX Runtime's contributed operator: the exact form, no attributes.
REGISTER_CUSTOM_OP("Gelu")
    .FrameworkType(::domi::ONNX)
    .OriginOpType("com.microsoft::1::Gelu")
    .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn);

}  // namespace opdk::onnx_plugin
