#include "register/register.h"

namespace domi {
REGISTER_CUSTOM_OP("Mish").FrameworkType(CAFFE).OriginOpType("Mish").ParseParamsByOperatorFn(AutoMappingByOpFn);
}  // namespace domi
