#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y is like x; seed makes it a source of random numbers.
REG_OP(OddRandom)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(seed, Int, 0)
    .OP_END_FACTORY_REG(OddRandom)
    // Its inference refuses every instance.
    REG_OP(OddRefuse)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddRefuse)
    // Its verification refuses every instance.
    REG_OP(OddVerify)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddVerify)
    // Its inference throws.
    REG_OP(OddThrow)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddThrow)
    // Its inference leaves the dtype undefined.
    REG_OP(OddUntyped)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddUntyped)
    // Has no inference function.
    REG_OP(OddSilent)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddSilent)
    // y has the dimensions of its attribute.
    REG_OP(OddShape)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(dims, ListInt)
    .OP_END_FACTORY_REG(OddShape)
    // Its kernel fails.
    REG_OP(OddFail)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddFail)
    // Where x's values have ranges, it gives y `count` ranges that end before they begin.
    REG_OP(OddRanges)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(count, Int, 1)
    .OP_END_FACTORY_REG(OddRanges)
    // Has no kernel, but a D form that has one.
    REG_OP(OddForm)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(scale, TensorType::ALL())
    .INPUT(axes, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(bias, Float, 1.0)
    .OP_END_FACTORY_REG(OddForm) REG_OP(OddFormD)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(bias, Float, 0.0)
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(scale, Float, 3.0)
    .OP_END_FACTORY_REG(OddFormD)
    // Has no kernel; its name with a D is an operator that has one, of another input.
    REG_OP(OddAssisted)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddAssisted) REG_OP(OddAssistedD)
    .INPUT(x, TensorType::ALL())
    .INPUT(assist, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddAssistedD)
}  // namespace ge
