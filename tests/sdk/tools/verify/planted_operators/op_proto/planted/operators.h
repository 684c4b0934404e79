// Operators whose kernels are wrong for some inputs only: what a search has to find.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x + 1.
REG_OP(WrongForLongAndLarge)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(WrongForLongAndLarge)

    // y = x + 1.
    REG_OP(CrashesAtRankThree)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(CrashesAtRankThree)

    // y = x + bias; |x| where there is none.
    REG_OP(WrongWithoutBias)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(scale, Float, 1.0)
    .OP_END_FACTORY_REG(WrongWithoutBias)

    // y = x + 1.
    REG_OP(CrashesBehindConditions)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(CrashesBehindConditions)

    // y = x + 1.
    REG_OP(FailsForLarge)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(FailsForLarge)

    // y = x + 1, rightly.
    REG_OP(Right)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Right)

}  // namespace ge
