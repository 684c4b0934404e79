// More activations of one tensor, elementwise, in the dtype of x.
// CANN declares these in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// min(max(x, 0), 6)
REG_OP(Relu6).INPUT(x, TensorType::RealNumberType()).OUTPUT(y, TensorType::RealNumberType()).OP_END_FACTORY_REG(Relu6);

// x * tanh(log(1 + exp(x)))
REG_OP(Mish)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Mish);

// x / (1 + exp(-scale * x))
REG_OP(Swish)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(scale, Float, 1.0)
    .OP_END_FACTORY_REG(Swish);

// x where |x| > lambd, else 0; NaN stays NaN.
REG_OP(HardShrink)
    .INPUT(input_x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(output_y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(lambd, Float, 0.5)
    .OP_END_FACTORY_REG(HardShrink);

// x moved by lambd toward 0 where |x| > lambd, else 0; NaN stays NaN.
REG_OP(SoftShrink)
    .INPUT(input_x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(output_y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(lambd, Float, 0.5)
    .OP_END_FACTORY_REG(SoftShrink);

// x + bias where x < -lambd, x - bias where x > lambd, else (also of NaN) 0.
REG_OP(Shrink)
    .INPUT(input_x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(output_y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(lambd, Float, 0.5)
    .ATTR(bias, Float, 0.0)
    .OP_END_FACTORY_REG(Shrink);

// x / (1 + exp(-1.702 * x))
REG_OP(FastGelu)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(FastGelu);

// log(1 / (1 + exp(-x)))
REG_OP(LogSigmoid)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LogSigmoid);

// 1 where x > threshold, else 0.
REG_OP(Threshold)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(threshold, Float, 0.0)
    .OP_END_FACTORY_REG(Threshold);

// log(1 + exp(beta * x)) / beta, and x where beta * x > threshold.
REG_OP(SoftplusV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(beta, Float, 1.0)
    .ATTR(threshold, Float, 20.0)
    .OP_END_FACTORY_REG(SoftplusV2);

}  // namespace ge
