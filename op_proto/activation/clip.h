// CANN declares it in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = min(max(x, min), max), elementwise; min and max are scalars, no bound where they are absent. With min > max every
// element is max. NaN stays NaN.
REG_OP(Clip)
    .INPUT(x, TensorType::RealNumberType())
    .OPTIONAL_INPUT(min, TensorType::RealNumberType())
    .OPTIONAL_INPUT(max, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Clip);

}  // namespace ge
