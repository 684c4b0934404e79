// Losses of classifiers. Scores are [N, C, D1 …], labels [N, D1 …], weights [C], one of each class (absent: 1).
// The loss of a label is -weight * log likelihood of its class; a label that is ignore_index loses nothing and weighs
// nothing. A run refuses any other label that is no class (E6001). reduction: none: a loss for each label; sum: a
// scalar; mean: the sum divided by the sum of the labels' weights, NaN where that is 0.
// CANN declares these in nn_norm_ops.h, math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The likelihood is the scores' softmax over the classes; log_prop is its logarithm.
REG_OP(SoftmaxCrossEntropyLoss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(scores, T)
    .INPUT(labels, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(weights, T)
    .OUTPUT(loss, T)
    .OUTPUT(log_prop, T)
    .ATTR(ignore_index, Int, 0)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SoftmaxCrossEntropyLoss);

// x holds the log likelihoods, y the loss; total_weight, a scalar, is the sum of the labels' weights.
REG_OP(NLLLoss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(target, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(weight, T)
    .OUTPUT(y, T)
    .OUTPUT(total_weight, T)
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .OP_END_FACTORY_REG(NLLLoss);

// The gradient of NLLLoss with respect to x: -weight * y_grad (divided by total_weight where the loss is a mean) at
// each label's class, else 0. y_grad: one number, or without a reduction one for each label.
REG_OP(NLLLossGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(y_grad, T)
    .INPUT(target, TensorType({DT_INT32, DT_INT64}))
    .INPUT(weight, T)
    .INPUT(total_weight, T)
    .OUTPUT(x_grad, T)
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .OP_END_FACTORY_REG(NLLLossGrad);

}  // namespace ge
