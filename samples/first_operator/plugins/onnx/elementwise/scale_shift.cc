#include "register/register.h"

namespace domi {

// A name is domain::opset version::operator; inputs, outputs and attributes are those of the prototype.
REGISTER_CUSTOM_OP("ScaleShift")
    .FrameworkType(ONNX)
    .OriginOpType("samples.first::1::ScaleShift")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);

}  // namespace domi
