#include "register/register.h"

namespace domi {
REGISTER_CUSTOM_OP("Mish")
    .FrameworkType(ONNX)
    .OriginOpType("samples.digits::1::Mish")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);
}  // namespace domi
