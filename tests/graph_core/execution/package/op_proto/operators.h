// Operators for tests of compilation and execution.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// A graph input, as the built-in package declares it: the tests run without that package.
REG_OP(Data)
    .OPTIONAL_INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .OP_END_FACTORY_REG(Data)

    // y = x1 + x2, same shapes; y may overwrite x1.
    REG_OP(TestAdd)
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestAdd)

    // y = x + bias (0 when absent), not in place.
    REG_OP(TestBias)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestBias)

    // y is x with the dimensions of shape (a view).
    REG_OP(TestReshape)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(shape, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestReshape)

    // y: [n], the positive elements of x: how many is known only afterwards.
    REG_OP(TestPositive)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestPositive)

    // The same without an upper bound from inference.
    REG_OP(TestUnbounded)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestUnbounded)

    // y: [n], x twice, one behind the other; nothing bounds it. How the kernel asks for its memory: mode 0 sets the
    // shape, 1 says how many bytes it may need first, 2 hands its result over (CpuKernelAllocatorUtils), 3 asks from a
    // thread of the pool. And how it does wrong: 4 asks for more than there is, 5 never asks, 6 for too little, 7
    // writes elsewhere. Of an x of one element y has none, which mode 0 doesn't ask for.
    REG_OP(TestAsk)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(mode, Int, 0)
    .OP_END_FACTORY_REG(TestAsk)

    // The same as TestPositive; the kernel says that it wrote one element more than there may be.
    REG_OP(TestBoast)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestBoast)

    // y: [m, n], x1: [m, k], x2: [k, n]. Verification refuses a k that differs; the kernel trusts it.
    REG_OP(TestDot)
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestDot)

    // y = x, which is [n, 2]; y is [4, 2] whatever n is until it is known, and then [n, 2].
    REG_OP(TestFickle)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestFickle)

    // y: [2, n], x: [n] twice.
    REG_OP(TestTwice)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestTwice)

    // y: [1], how often this kernel object has computed.
    REG_OP(TestStateful)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestStateful)

    // y = x; when x[0] is negative: mode 0 returns the error code 7, mode 1 throws std::runtime_error, mode 2 an int.
    REG_OP(TestFail)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(mode, Int, 0)
    .OP_END_FACTORY_REG(TestFail)

    // Has operator information but no kernel.
    REG_OP(TestNoKernel)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestNoKernel)

}  // namespace ge
