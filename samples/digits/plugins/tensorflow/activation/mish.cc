#include "register/register.h"

namespace domi {
REGISTER_CUSTOM_OP("Mish").FrameworkType(TENSORFLOW).OriginOpType("Mish").ParseParamsByOperatorFn(AutoMappingByOpFn);
}  // namespace domi
