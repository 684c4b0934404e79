// The gradients of softmax, and the losses that contain it.
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// (grad_softmax - sum(grad_softmax * softmax)) * softmax, summed over `axes`.
REG_OP(SoftmaxGrad)
    .INPUT(softmax, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(grad_softmax, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(grad_x, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(axes, ListInt, {-1})
    .OP_END_FACTORY_REG(SoftmaxGrad);

// Computes (grad - sum(grad * x1)) * x1 * x2, summed over the one axis `axes`; x2 broadcasts to grad. keep_dims has no
// effect.
REG_OP(SoftmaxGradExt)
    .INPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(axes, Int, 1)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(SoftmaxGradExt);

// grad - exp(x) * sum(grad) over `axis`, x being LogSoftmaxV2's result.
REG_OP(LogSoftmaxGrad)
    .INPUT(grad, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(x, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(axis, ListInt, {-1})
    .OP_END_FACTORY_REG(LogSoftmaxGrad);

// Cross entropy of each row of features [N, C] with labels [N, C]: loss [N] = -sum(labels * log_softmax(features)),
// backprop [N, C] = softmax(features) - labels.
REG_OP(SoftmaxCrossEntropyWithLogits)
    .INPUT(features, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(labels, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(loss, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(backprop, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SoftmaxCrossEntropyWithLogits);

// SoftmaxCrossEntropyWithLogits with the number of a class in labels [N]. A number that is no class gives NaN for the
// whole row.
REG_OP(SparseSoftmaxCrossEntropyWithLogits)
    .INPUT(features, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(labels, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(loss, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(backprop, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SparseSoftmaxCrossEntropyWithLogits);

}  // namespace ge
