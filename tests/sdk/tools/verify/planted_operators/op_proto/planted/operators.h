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

    // y = x + 1. The expression doesn't fit where the last axis has 5 elements.
    REG_OP(ExpressionErrs)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(ExpressionErrs)

    // y = x + 1. The expression takes long for [13, 29].
    REG_OP(SlowExpression)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(SlowExpression)

    // y = x + 1, if x has as many elements as in the process's first call.
    REG_OP(RemembersCount)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(RemembersCount)

    // y = x + 1. The call that makes the file of the environment variable HANGS_ONCE takes long.
    REG_OP(HangsOnce)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(HangsOnce)

    // y = x + 1, rightly.
    REG_OP(Right)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Right)

}  // namespace ge
