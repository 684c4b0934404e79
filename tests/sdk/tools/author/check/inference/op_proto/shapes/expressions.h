// Operators whose AI Core kernel doesn't fit their prototype, their rule or their columns.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = factor * x, whose kernel misspells the attribute. y: as x.
REG_OP(Misspelt)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .ATTR(factor, Float, 2.0f)
    .OP_END_FACTORY_REG(Misspelt)

    // The same, with the shapes of the expression.
    REG_OP(MisspeltWithoutRule)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .ATTR(factor, Float, 2.0f)
    .OP_END_FACTORY_REG(MisspeltWithoutRule)

    // Exchanges two axes, which its rule doesn't: a square tells nothing.
    REG_OP(Turned)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Turned)

    // Its rule forgets the flag.
    REG_OP(SumsLast)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(keep_dims, Bool, true)
    .OP_END_FACTORY_REG(SumsLast)

    // One port's entries stand in another order than those of the others.
    REG_OP(OtherOrder)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(OtherOrder)

    // Right: the ready rule for broadcast shapes, with the only type that y admits.
    REG_OP(Above)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Above)

    // Its rule misspells an attribute.
    REG_OP(RuleAttr)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(keep, Bool, false)
    .OP_END_FACTORY_REG(RuleAttr)

    // Its rule misspells an input.
    REG_OP(RuleInput)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(RuleInput)

    // Its rule misspells an output and ignores the answer.
    REG_OP(RuleOutput)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(RuleOutput)

    // Its kernel misspells an attribute where a flag isn't as by default.
    REG_OP(MisspeltInFlag)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(fast, Bool, false)
    .ATTR(factor, Float, 2.0f)
    .OP_END_FACTORY_REG(MisspeltInFlag)

    // Its kernel reads an attribute as another type.
    REG_OP(MisspeltType)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(factor, Float, 2.0f)
    .OP_END_FACTORY_REG(MisspeltType)

    // Its kernel misspells an input in a branch that a text chooses.
    REG_OP(MisspeltInText)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(mode, String, "plain")
    .OP_END_FACTORY_REG(MisspeltInText)

    // Its kernel reads an optional input without asking for it.
    REG_OP(Unasked)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Unasked)

    // Its AI CPU kernel misspells an attribute.
    REG_OP(CpuMisspelt)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(factor, Float, 2.0f)
    .OP_END_FACTORY_REG(CpuMisspelt)

    // Its kernel misspells an input in a branch that a number chooses.
    REG_OP(MisspeltInNumber)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(mode, Int, 0)
    .OP_END_FACTORY_REG(MisspeltInNumber)

    // Its kernel misspells an input in a branch that a text of a table chooses.
    REG_OP(MisspeltInTable)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(mode, String, "plain")
    .OP_END_FACTORY_REG(MisspeltInTable)

}  // namespace ge
