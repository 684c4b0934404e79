// Gradients of activations: the gradient of the output times the derivative, with NumPy broadcast.
// CANN declares these in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// gradients where features > 0, else 0.
REG_OP(ReluGrad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .OP_END_FACTORY_REG(ReluGrad);

// gradients where 0 < features < 6, else 0.
REG_OP(Relu6Grad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .OP_END_FACTORY_REG(Relu6Grad);

// gradients where features > 0, else negative_slope * gradients.
REG_OP(LeakyReluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .ATTR(negative_slope, Float, 0.0)
    .OP_END_FACTORY_REG(LeakyReluGrad);

// gradients where features > threshold, else 0.
REG_OP(ThresholdGradV2D)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .REQUIRED_ATTR(threshold, Float)
    .OP_END_FACTORY_REG(ThresholdGradV2D);

// The gradient from Elu's result: grads * (activations + 1) where activations < 0, else grads.
REG_OP(EluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grads, T)
    .INPUT(activations, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(EluGrad);

// The gradient of Elu. Where activations > 0: scale * grads. Elsewhere input_scale * grads times activations + alpha *
// scale (is_result: activations are Elu's result) or times alpha * scale * exp(input_scale * activations) (activations
// are Elu's input).
REG_OP(EluGradV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grads, T)
    .INPUT(activations, T)
    .OUTPUT(y, T)
    .ATTR(alpha, Float, 1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(input_scale, Float, 1.0)
    .ATTR(is_result, Bool, false)
    .OP_END_FACTORY_REG(EluGradV2);

// The gradient from Selu's result: gradients * (outputs + alpha * gamma) where outputs < 0, else gamma * gradients.
REG_OP(SeluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gradients, T)
    .INPUT(outputs, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(SeluGrad);

// gradients / (1 + exp(-features))
REG_OP(SoftplusGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .OP_END_FACTORY_REG(SoftplusGrad);

// input_gradients / (1 + exp(-beta * x)) where beta * x <= threshold, else input_gradients.
REG_OP(SoftplusV2Grad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_gradients, T)
    .INPUT(input_features, T)
    .OUTPUT(output_backprops, T)
    .ATTR(beta, Float, 1.0)
    .ATTR(threshold, Float, 20.0)
    .OP_END_FACTORY_REG(SoftplusV2Grad);

// gradients / (1 + |features|) squared
REG_OP(SoftsignGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(SoftsignGrad);

// grads / (1 + exp(features))
REG_OP(LogSigmoidGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grads, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .OP_END_FACTORY_REG(LogSigmoidGrad);

// grad * (x / 3 + 0.5) where -3 < x < 3, 0 below, grad above.
REG_OP(HardSwishGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad, T)
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(HardSwishGrad);

// alpha * grads where 0 < alpha * input_x + beta < 1, else 0.
REG_OP(HardSigmoidGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grads, T)
    .INPUT(input_x, T)
    .OUTPUT(y, T)
    .ATTR(alpha, Float, 0.16666666)
    .ATTR(beta, Float, 0.5)
    .OP_END_FACTORY_REG(HardSigmoidGrad);

// grad where min_val < result < max_val, else 0.
REG_OP(HardtanhGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(result, T)
    .INPUT(grad, T)
    .OUTPUT(y, T)
    .ATTR(min_val, Float, -1.0)
    .ATTR(max_val, Float, 1.0)
    .OP_END_FACTORY_REG(HardtanhGrad);

// gradients where |features| > lambd, else 0.
REG_OP(HardShrinkGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(gradients, T)
    .INPUT(features, T)
    .OUTPUT(backprops, T)
    .ATTR(lambd, Float, 0.5)
    .OP_END_FACTORY_REG(HardShrinkGrad);

// input_grad where |input_x| > lambd, else 0.
REG_OP(SoftShrinkGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_grad, T)
    .INPUT(input_x, T)
    .OUTPUT(output_y, T)
    .ATTR(lambd, Float, 0.5)
    .OP_END_FACTORY_REG(SoftShrinkGrad);

// The gradient of Gelu in its tanh form; y is Gelu's result, which isn't needed.
REG_OP(GeluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, T)
    .INPUT(x, T)
    .INPUT(y, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(GeluGrad);

REG_OP(FastGeluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, T)
    .INPUT(x, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(FastGeluGrad);

// y is Swish's result, which isn't needed.
REG_OP(SwishGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad, T)
    .INPUT(x, T)
    .INPUT(y, T)
    .OUTPUT(grad_x, T)
    .ATTR(scale, Float, 1.0)
    .OP_END_FACTORY_REG(SwishGrad);

// The gradient of Swish with the scale 1.
REG_OP(SiluGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, T)
    .INPUT(x, T)
    .OUTPUT(dx, T)
    .OP_END_FACTORY_REG(SiluGrad);

// tanhx, tanh(log(1 + exp(x))), isn't needed.
REG_OP(MishGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad, T)
    .INPUT(x, T)
    .OPTIONAL_INPUT(tanhx, T)
    .OUTPUT(x_grad, T)
    .OP_END_FACTORY_REG(MishGrad);

}  // namespace ge
