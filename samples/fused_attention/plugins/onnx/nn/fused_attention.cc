#include "register/register.h"

namespace domi {

// Inputs in the prototype's order; the attribute scale goes by its name.
REGISTER_CUSTOM_OP("FusedAttention")
    .FrameworkType(ONNX)
    .OriginOpType("samples.attention::1::FusedAttention")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);

}  // namespace domi
