// Steps of optimizers that keep the mean of gradients and a measure of their size, as optimizers.h describes steps.
// CANN declares these in nn_training_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// m = beta1 * m + (1 - beta1) * grad; v = beta2 * v + (1 - beta2) * grad^2; with
// rate = lr * sqrt(1 - beta2_power) / (1 - beta1_power) var - rate * m / (sqrt(v) + epsilon); with use_nesterov m there
// is beta1 * m + (1 - beta1) * grad.
REG_OP(ApplyAdamD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(beta1_power, T)
    .INPUT(beta2_power, T)
    .INPUT(lr, T)
    .INPUT(beta1, T)
    .INPUT(beta2, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(m, T)
    .OUTPUT(v, T)
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdamD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAdam)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(beta1_power, T)
    .INPUT(beta2_power, T)
    .INPUT(lr, T)
    .INPUT(beta1, T)
    .INPUT(beta2, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdam);

// ApplyAdamD with vhat = max(vhat, v) in the place of v.
REG_OP(ApplyAdamWithAmsgradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(vhat, T)
    .INPUT(beta1_power, T)
    .INPUT(beta2_power, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(m, T)
    .OUTPUT(v, T)
    .OUTPUT(vhat, T)
    .REQUIRED_ATTR(beta1, Float)
    .REQUIRED_ATTR(beta2, Float)
    .REQUIRED_ATTR(epsilon, Float)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdamWithAmsgradD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAdamWithAmsgrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(vhat, T)
    .INPUT(beta1_power, T)
    .INPUT(beta2_power, T)
    .INPUT(lr, T)
    .INPUT(beta1, T)
    .INPUT(beta2, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdamWithAmsgrad);

// The same, the coefficients being inputs.
REG_OP(ApplyAdamWithAmsgradV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(vhat, T)
    .INPUT(beta1_power, T)
    .INPUT(beta2_power, T)
    .INPUT(lr, T)
    .INPUT(beta1, T)
    .INPUT(beta2, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(m, T)
    .OUTPUT(v, T)
    .OUTPUT(vhat, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdamWithAmsgradV2);

// m as of ApplyAdamD; v = max(beta2 * v, |grad|); var - lr / (1 - beta1_power) * m / (v + epsilon).
REG_OP(ApplyAdaMaxD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(beta1_power, T)
    .INPUT(lr, T)
    .INPUT(beta1, T)
    .INPUT(beta2, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(m, T)
    .OUTPUT(v, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdaMaxD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAdaMax)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(v, T)
    .INPUT(beta1_power, T)
    .INPUT(lr, T)
    .INPUT(beta1, T)
    .INPUT(beta2, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdaMax);

// input0 is the gradient, input1 the second moment, input2 the first, input3 the weights, input4 the rate:
// output0 = input1 * mul2_x + input0^2 * mul3_x; output1 = input2 * mul0_x + input0 * mul1_x;
// output2 = input3 - input4 * output1 / (sqrt(output0) + add2_y).
REG_OP(AdamApplyOne)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input0, T)
    .INPUT(input1, T)
    .INPUT(input2, T)
    .INPUT(input3, T)
    .INPUT(input4, T)
    .INPUT(mul0_x, T)
    .INPUT(mul1_x, T)
    .INPUT(mul2_x, T)
    .INPUT(mul3_x, T)
    .INPUT(add2_y, T)
    .OUTPUT(output0, T)
    .OUTPUT(output1, T)
    .OUTPUT(output2, T)
    .OP_END_FACTORY_REG(AdamApplyOne);

// The same with output2 = input3 - input4 * (output1 / (sqrt(output0) + add2_y) + mul4_x * input3).
REG_OP(AdamApplyOneWithDecay)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input0, T)
    .INPUT(input1, T)
    .INPUT(input2, T)
    .INPUT(input3, T)
    .INPUT(input4, T)
    .INPUT(mul0_x, T)
    .INPUT(mul1_x, T)
    .INPUT(mul2_x, T)
    .INPUT(mul3_x, T)
    .INPUT(mul4_x, T)
    .INPUT(add2_y, T)
    .OUTPUT(output0, T)
    .OUTPUT(output1, T)
    .OUTPUT(output2, T)
    .OP_END_FACTORY_REG(AdamApplyOneWithDecay);

}  // namespace ge
