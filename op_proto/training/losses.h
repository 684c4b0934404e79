// Losses and their gradients. A reduction is "none" (a loss for each element), "sum", "mean", or "batchmean" (the sum
// over the extent of the first axis). A reduced loss is a scalar; its gradient comes in as one number and is divided
// likewise. Weights and incoming gradients broadcast to the prediction.
// CANN declares these in nn_norm_ops.h, matrix_calculation_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// sum(x^2) / 2, a scalar.
REG_OP(L2Loss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(L2Loss);

// (predict - label)^2, reduced.
REG_OP(MseLoss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .OUTPUT(y, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(MseLoss);

// 2 * (predict - label) * dout.
REG_OP(MseLossGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .INPUT(dout, T)
    .OUTPUT(y, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(MseLossGrad);

// sign(predict - label) * grads.
REG_OP(L1LossGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grads, T)
    .INPUT(predict, T)
    .INPUT(label, T)
    .OUTPUT(y, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(L1LossGrad);

// |predict - label|^p, reduced.
REG_OP(LpLoss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(p, Int)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(LpLoss);

// d^2 / (2 * sigma) where d = |predict - label| is below sigma, else d - sigma / 2.
REG_OP(SmoothL1Loss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .OUTPUT(loss, T)
    .ATTR(sigma, Float, 1.0)
    .OP_END_FACTORY_REG(SmoothL1Loss);

// dout * d / sigma where |d| is below sigma, d being predict - label, else dout * sign(d).
REG_OP(SmoothL1LossGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .INPUT(dout, T)
    .OUTPUT(gradient, T)
    .ATTR(sigma, Float, 1.0)
    .OP_END_FACTORY_REG(SmoothL1LossGrad);

// SmoothL1Loss, reduced.
REG_OP(SmoothL1LossV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .OUTPUT(loss, T)
    .ATTR(sigma, Float, 1.0)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SmoothL1LossV2);

// SmoothL1LossGrad of the reduced loss.
REG_OP(SmoothL1LossGradV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .INPUT(dout, T)
    .OUTPUT(gradient, T)
    .ATTR(sigma, Float, 1.0)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SmoothL1LossGradV2);

// max(predict, 0) - predict * target + log(1 + exp(-|predict|)).
REG_OP(SigmoidCrossEntropyWithLogits)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(target, T)
    .OUTPUT(loss, T)
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogits);

// (sigmoid(predict) - target) * dout.
REG_OP(SigmoidCrossEntropyWithLogitsGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(target, T)
    .INPUT(dout, T)
    .OUTPUT(gradient, T)
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsGrad);

// weight * ((1 - target) * predict + (1 + (pos_weight - 1) * target) * log(1 + exp(-predict))), reduced; absent
// weights are 1.
REG_OP(SigmoidCrossEntropyWithLogitsV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(target, T)
    .OPTIONAL_INPUT(weight, T)
    .OPTIONAL_INPUT(pos_weight, T)
    .OUTPUT(loss, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsV2);

// weight * ((pos_weight * target + 1 - target) * sigmoid(predict) - pos_weight * target) * dout; absent weights are 1.
REG_OP(SigmoidCrossEntropyWithLogitsGradV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(target, T)
    .INPUT(dout, T)
    .OPTIONAL_INPUT(weight, T)
    .OPTIONAL_INPUT(pos_weight, T)
    .OUTPUT(gradient, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsGradV2);

// -weight * (y * log(x) + (1 - y) * log(1 - x)), logarithms no less than -100, reduced; an absent weight is 1.
REG_OP(BinaryCrossEntropy)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(y, T)
    .OPTIONAL_INPUT(weight, T)
    .OUTPUT(output, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(BinaryCrossEntropy);

// weight * grad_output * (x - y) / max(x * (1 - x), 1e-12); an absent weight is 1.
REG_OP(BinaryCrossEntropyGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(y, T)
    .INPUT(grad_output, T)
    .OPTIONAL_INPUT(weight, T)
    .OUTPUT(output, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(BinaryCrossEntropyGrad);

// target * (log(target) - x), 0 where target is not above 0, reduced.
REG_OP(KLDiv)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(target, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(reduction, String)
    .OP_END_FACTORY_REG(KLDiv);

// -target * grad, 0 where target is not above 0; with log_target -exp(target) * grad.
REG_OP(KlDivLossGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad, T)
    .INPUT(input, T)
    .INPUT(target, T)
    .OUTPUT(y, T)
    .ATTR(reduction, String, "mean")
    .ATTR(log_target, Bool, false)
    .OP_END_FACTORY_REG(KlDivLossGrad);

// log(1 + exp(-input_x * input_y)), reduced.
REG_OP(SoftMarginLoss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x, T)
    .INPUT(input_y, T)
    .OUTPUT(output_z, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SoftMarginLoss);

// -label * sigmoid(-predict * label) * dout.
REG_OP(SoftMarginLossGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(predict, T)
    .INPUT(label, T)
    .INPUT(dout, T)
    .OUTPUT(gradient, T)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SoftMarginLossGrad);

}  // namespace ge
