// Losses of classifiers. Scores are [N, C, D1 …], labels [N, D1 …], weights [C], one of each class (absent: 1).
// The loss of a label is -weight * log likelihood of its class; a label that is ignore_index, or no class, loses nothing
// and weighs nothing. reduction: none: a loss for each label; sum: a scalar; mean: the sum divided by the sum of the
// labels' weights, NaN where that is 0.
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The scores' softmax over the classes is the likelihood; its logarithm is log_prop.
REG_OP(SoftmaxCrossEntropyLoss)
    .INPUT(scores, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(labels, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(weights, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(loss, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(log_prop, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(ignore_index, Int, 0)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SoftmaxCrossEntropyLoss);

// ONNX's: input holds the log likelihoods.
REG_OP(NegativeLogLikelihoodLoss)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(target, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(loss, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(ignore_index, Int, -1)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(NegativeLogLikelihoodLoss);

}  // namespace ge
