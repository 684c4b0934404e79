// The gradients of softmax, and the losses that contain it.
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// (grad_softmax - sum(grad_softmax * softmax)) * softmax, summed over `axes`.
REG_OP(SoftmaxGrad)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(softmax, T)
    .INPUT(grad_softmax, T)
    .OUTPUT(grad_x, T)
    .ATTR(axes, ListInt, {-1})
    .OP_END_FACTORY_REG(SoftmaxGrad);

// Computes (grad - sum(grad * x1)) * x1 * x2, summed over the one axis `axes`; x2 broadcasts to grad. keep_dims has no
// effect.
REG_OP(SoftmaxGradExt)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grad, T)
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .ATTR(axes, Int, 1)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(SoftmaxGradExt);

// grad - exp(x) * sum(grad) over `axis`, x being LogSoftmaxV2's result.
REG_OP(LogSoftmaxGrad)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(grad, T)
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(axis, ListInt, {-1})
    .OP_END_FACTORY_REG(LogSoftmaxGrad);

// Cross entropy of each row of features [N, C] with labels [N, C]: loss [N] = -sum(labels * log_softmax(features)),
// backprop [N, C] = softmax(features) - labels.
REG_OP(SoftmaxCrossEntropyWithLogits)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(features, T)
    .INPUT(labels, T)
    .OUTPUT(loss, T)
    .OUTPUT(backprop, T)
    .OP_END_FACTORY_REG(SoftmaxCrossEntropyWithLogits);

// SoftmaxCrossEntropyWithLogits with the number of a class in labels [N]. A run refuses a number that is no class, as
// TensorFlow's kernel for CPUs does.
REG_OP(SparseSoftmaxCrossEntropyWithLogits)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(features, T)
    .INPUT(labels, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(loss, T)
    .OUTPUT(backprop, T)
    .OP_END_FACTORY_REG(SparseSoftmaxCrossEntropyWithLogits);

}  // namespace ge
