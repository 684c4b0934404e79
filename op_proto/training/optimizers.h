// Steps of optimizers: new weights and slots from old ones and a gradient. All tensors of a step have one shape; rates
// and coefficients are one number each. An input with an output's name is the old value of that output.
// CANN declares these in nn_training_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// var - alpha * delta.
REG_OP(ApplyGradientDescent)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(alpha, T)
    .INPUT(delta, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyGradientDescent);

// accum = accum * momentum + grad; var - lr * accum, or var - lr * (grad + momentum * accum) with
// use_nesterov.
REG_OP(ApplyMomentumD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .INPUT(momentum, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .ATTR(use_nesterov, Bool, false)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyMomentumD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyMomentum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .INPUT(momentum, T)
    .OUTPUT(var, T)
    .ATTR(use_nesterov, Bool, false)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyMomentum);

// accum = accum * momentum - lr * grad; var + accum, or var + momentum * accum - lr * grad with use_nesterov.
REG_OP(ApplyKerasMomentumD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .INPUT(momentum, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyKerasMomentumD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyKerasMomentum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .INPUT(momentum, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyKerasMomentum);

// ApplyMomentumD of the gradient x1 * x2.
REG_OP(FusedMulApplyMomentum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(x1, T)
    .INPUT(momentum, T)
    .INPUT(x2, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .ATTR(use_nesterov, Bool, false)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(FusedMulApplyMomentum);

// ApplyKerasMomentumD of the gradient x1 * x2.
REG_OP(FusedMulApplyKerasMomentum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(x1, T)
    .INPUT(momentum, T)
    .INPUT(x2, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(FusedMulApplyKerasMomentum);

// accum + grad^2 with update_slots; var - lr * grad / sqrt(accum).
REG_OP(ApplyAdagradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .ATTR(update_slots, Bool, true)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdagradD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAdagrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(update_slots, Bool, true)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdagrad);

// accum + grad^2 with update_slots; var - lr * grad / (sqrt(accum) + epsilon).
REG_OP(ApplyAdagradV2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .REQUIRED_ATTR(epsilon, Float)
    .ATTR(update_slots, Bool, true)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdagradV2D);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAdagradV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(update_slots, Bool, true)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdagradV2);

// accum = rho * accum + (1 - rho) * grad^2; step = grad * sqrt(accum_update + epsilon) / sqrt(accum + epsilon);
// accum_update = rho * accum_update + (1 - rho) * step^2; var - lr * step.
REG_OP(ApplyAdadeltaD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(accum_update, T)
    .INPUT(lr, T)
    .INPUT(rho, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .OUTPUT(accum_update, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdadeltaD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAdadelta)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(accum_update, T)
    .INPUT(lr, T)
    .INPUT(rho, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdadelta);

// m = beta * m + (1 - beta) * grad; var - lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad.
REG_OP(ApplyAddSignD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(lr, T)
    .INPUT(alpha, T)
    .INPUT(sign_decay, T)
    .INPUT(beta, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(m, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAddSignD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyAddSign)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(lr, T)
    .INPUT(alpha, T)
    .INPUT(sign_decay, T)
    .INPUT(beta, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAddSign);

// m = beta * m + (1 - beta) * grad; var - lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad.
REG_OP(ApplyPowerSignD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(lr, T)
    .INPUT(logbase, T)
    .INPUT(sign_decay, T)
    .INPUT(beta, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(m, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyPowerSignD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyPowerSign)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(m, T)
    .INPUT(lr, T)
    .INPUT(logbase, T)
    .INPUT(sign_decay, T)
    .INPUT(beta, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyPowerSign);

// ms = rho * ms + (1 - rho) * grad^2; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var - mom.
REG_OP(ApplyRMSPropD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(ms, T)
    .INPUT(mom, T)
    .INPUT(lr, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(ms, T)
    .OUTPUT(mom, T)
    .REQUIRED_ATTR(rho, Float)
    .REQUIRED_ATTR(momentum, Float)
    .REQUIRED_ATTR(epsilon, Float)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyRMSPropD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyRMSProp)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(ms, T)
    .INPUT(mom, T)
    .INPUT(lr, T)
    .INPUT(rho, T)
    .INPUT(momentum, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyRMSProp);

// mg = rho * mg + (1 - rho) * grad; ms as of ApplyRMSPropD;
// mom = momentum * mom + lr * grad / sqrt(ms - mg^2 + epsilon); var - mom.
REG_OP(ApplyCenteredRMSPropD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(mg, T)
    .INPUT(ms, T)
    .INPUT(mom, T)
    .INPUT(lr, T)
    .INPUT(rho, T)
    .INPUT(momentum, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(mg, T)
    .OUTPUT(ms, T)
    .OUTPUT(mom, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyCenteredRMSPropD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyCenteredRMSProp)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(mg, T)
    .INPUT(ms, T)
    .INPUT(mom, T)
    .INPUT(lr, T)
    .INPUT(rho, T)
    .INPUT(momentum, T)
    .INPUT(epsilon, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyCenteredRMSProp);

// next = accum + grad^2; linear + grad - (next^-lr_power - accum^-lr_power) / lr * var;
// (sign(linear) * l1 - linear) / (next^-lr_power / lr + 2 * l2) where |linear| > l1, else 0; accum = next.
REG_OP(ApplyFtrlD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(linear, T)
    .INPUT(grad, T)
    .INPUT(lr, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(lr_power, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .OUTPUT(linear, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyFtrlD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyFtrl)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(linear, T)
    .INPUT(grad, T)
    .INPUT(lr, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(lr_power, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyFtrl);

// The same with grad + 2 * l2_shrinkage * var where linear takes the gradient.
REG_OP(ApplyFtrlV2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(linear, T)
    .INPUT(grad, T)
    .INPUT(lr, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(l2_shrinkage, T)
    .INPUT(lr_power, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .OUTPUT(linear, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyFtrlV2D);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyFtrlV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(linear, T)
    .INPUT(grad, T)
    .INPUT(lr, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(l2_shrinkage, T)
    .INPUT(lr_power, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyFtrlV2);

// With p = var - alpha * delta: sign(p) * max(|p| - alpha * l1, 0) / (1 + alpha * l2); p in the place of the
// numerator where l1 <= 0.
REG_OP(ApplyProximalGradientDescent)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(alpha, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(delta, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyProximalGradientDescent);

// accum + grad^2; ApplyProximalGradientDescent with the rate lr / sqrt(accum).
REG_OP(ApplyProximalAdagradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .OUTPUT(accum, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyProximalAdagradD);

// The same; the slots change in the variables that they come from.
REG_OP(ApplyProximalAdagrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(var, T)
    .INPUT(accum, T)
    .INPUT(lr, T)
    .INPUT(l1, T)
    .INPUT(l2, T)
    .INPUT(grad, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyProximalAdagrad);

}  // namespace ge
