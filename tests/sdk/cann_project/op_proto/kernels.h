#ifndef FIXTURE_KERNELS_H
#define FIXTURE_KERNELS_H
#include "graph/operator_reg.h"
namespace ge {

/* Comments may hold macros: REG_OP(NotThere) */
REG_OP(BlockScale)
    .INPUT(x, TensorType({DT_FLOAT}))
    .ATTR(scale, Float, 1.0)
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BlockScale)

    // Line continuations, as CANN's samples have them.
    // clang-format off
    REG_OP(Distinct)
    .INPUT(x, TensorType({DT_FLOAT, \
                          DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, \
                           DT_INT32}))
    .OP_END_FACTORY_REG(Distinct)
    // clang-format on

    // The sum of x0 … and of bias, where it is there.
    REG_OP(SumWithBias)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(SumWithBias)

    // x in n parts along its first dimension.
    REG_OP(CutApart)
    .INPUT(x, TensorType({DT_FLOAT}))
    .DYNAMIC_OUTPUT(parts, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(sizes, ListInt)
    .OP_END_FACTORY_REG(CutApart)

}  // namespace ge
#endif
