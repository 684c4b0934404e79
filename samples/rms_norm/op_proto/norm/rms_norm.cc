#include "graph/operator_reg.h"

namespace ge {

// y = x / sqrt(mean(x^2) + epsilon) * gamma over the last axis. x: [..., N], gamma: [N], y: as x.
REG_OP(RMSNorm)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(x, T)
    .INPUT(gamma, T)
    .OUTPUT(y, T)
    .ATTR(epsilon, Float, 1e-5f)
    .OP_END_FACTORY_REG(RMSNorm)

}  // namespace ge
