// Activations of one tensor: y = f(x), elementwise, in the dtype of x.
// CANN declares these in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// max(x, 0)
REG_OP(Relu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Relu);

// x where x >= 0, else negative_slope * x
REG_OP(LeakyRelu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(negative_slope, Float, 0.0f)
    .OP_END_FACTORY_REG(LeakyRelu);

// scale * x where x >= 0, else scale * alpha * (exp(input_scale * x) - 1)
REG_OP(Elu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(alpha, Float, 1.0f)
    .ATTR(scale, Float, 1.0f)
    .ATTR(input_scale, Float, 1.0f)
    .OP_END_FACTORY_REG(Elu);

// scale * x where x > 0, else scale * alpha * (exp(x) - 1); scale 1.0507009873554805, alpha 1.6732632423543772
REG_OP(Selu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Selu);

// alpha3 * max(x, 0) + min(alpha1 * (exp(x / alpha2) - 1), 0)
REG_OP(Celu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(alpha1, Float, 1.0f)
    .ATTR(alpha2, Float, 1.0f)
    .ATTR(alpha3, Float, 1.0f)
    .OP_END_FACTORY_REG(Celu);

// x where x > alpha, else 0
REG_OP(ThresholdedRelu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(alpha, Float, 1.0f)
    .OP_END_FACTORY_REG(ThresholdedRelu);

// 1 / (1 + exp(-x))
REG_OP(Sigmoid).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Sigmoid);

// max(0, min(1, alpha * x + beta))
REG_OP(HardSigmoid)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x, T)
    .OUTPUT(output_y, T)
    .ATTR(alpha, Float, 0.16666666f)
    .ATTR(beta, Float, 0.5f)
    .OP_END_FACTORY_REG(HardSigmoid);

// x * max(0, min(1, x / 6 + 0.5))
REG_OP(HardSwish)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(HardSwish);

// log(exp(x) + 1)
REG_OP(Softplus)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Softplus);

// x / (1 + |x|)
REG_OP(Softsign)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Softsign);

REG_OP(Tanh).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Tanh);

// min(max(x, 0), 6)
REG_OP(Relu6).DATATYPE(T, TensorType::RealNumberType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Relu6);

// x * tanh(log(1 + exp(x)))
REG_OP(Mish)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Mish);

// x / (1 + exp(-scale * x))
REG_OP(Swish)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(scale, Float, 1.0)
    .OP_END_FACTORY_REG(Swish);

// x where |x| > lambd, else 0; NaN stays NaN.
REG_OP(HardShrink)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x, T)
    .OUTPUT(output_y, T)
    .ATTR(lambd, Float, 0.5)
    .OP_END_FACTORY_REG(HardShrink);

// x moved by lambd toward 0 where |x| > lambd, else 0; NaN stays NaN.
REG_OP(SoftShrink)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x, T)
    .OUTPUT(output_y, T)
    .ATTR(lambd, Float, 0.5)
    .OP_END_FACTORY_REG(SoftShrink);

// x + bias where x < -lambd, x - bias where x > lambd, else (also of NaN) 0.
REG_OP(Shrink)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x, T)
    .OUTPUT(output_y, T)
    .ATTR(lambd, Float, 0.5)
    .ATTR(bias, Float, 0.0)
    .OP_END_FACTORY_REG(Shrink);

// x / (1 + exp(-1.702 * x))
REG_OP(FastGelu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FastGelu);

// log(1 / (1 + exp(-x)))
REG_OP(LogSigmoid)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(LogSigmoid);

// 1 where x > threshold, else 0.
REG_OP(Threshold)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(threshold, Float, 0.0)
    .OP_END_FACTORY_REG(Threshold);

// log(1 + exp(beta * x)) / beta, and x where beta * x > threshold.
REG_OP(SoftplusV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(beta, Float, 1.0)
    .ATTR(threshold, Float, 20.0)
    .OP_END_FACTORY_REG(SoftplusV2);

}  // namespace ge
