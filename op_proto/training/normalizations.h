// Normalizations in the steps of which training graphs consist, and their gradients. Statistics are float whatever x
// is.
// CANN declares these in reduce_ops.h, nn_norm_ops.h, nn_calculation_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The sums of each channel of x [N, C, ...]: sum [C], and square_sum [C], the sum of squares.
REG_OP(BNTrainingReduce)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(sum, TensorType({DT_FLOAT}))
    .OUTPUT(square_sum, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BNTrainingReduce);

// With n elements in a channel: batch_mean = sum / n, batch_variance = square_sum / n - batch_mean^2, y = scale *
// (x - batch_mean) / sqrt(batch_variance + epsilon) + offset; mean and variance move by `factor` towards the batch's,
// the variance towards n / (n - 1) of it (0 where n is 1). All but x and y: [C].
REG_OP(BNTrainingUpdate)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .INPUT(sum, TensorType({DT_FLOAT}))
    .INPUT(square_sum, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(offset, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(factor, Float)
    .REQUIRED_ATTR(epsilon, Float)
    .OP_END_FACTORY_REG(BNTrainingUpdate);

// The same without running statistics.
REG_OP(BNTrainingUpdateV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .INPUT(sum, TensorType({DT_FLOAT}))
    .INPUT(square_sum, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(offset, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(epsilon, Float)
    .OP_END_FACTORY_REG(BNTrainingUpdateV2);

// diff_scale = sum(grads * (x - batch_mean) / sqrt(batch_variance + epsilon)), diff_offset = sum(grads), of each
// channel.
REG_OP(BNTrainingUpdateGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grads, T)
    .INPUT(x, T)
    .INPUT(batch_mean, TensorType({DT_FLOAT}))
    .INPUT(batch_variance, TensorType({DT_FLOAT}))
    .OUTPUT(diff_scale, TensorType({DT_FLOAT}))
    .OUTPUT(diff_offset, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.0001)
    .OP_END_FACTORY_REG(BNTrainingUpdateGrad);

// With r = 1 / sqrt(batch_variance + epsilon) and n elements in a channel: scale * r * (grads - diff_offset / n -
// (x - batch_mean) * r * diff_scale / n).
REG_OP(BNTrainingReduceGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grads, T)
    .INPUT(x, T)
    .INPUT(diff_scale, TensorType({DT_FLOAT}))
    .INPUT(diff_offset, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(batch_mean, TensorType({DT_FLOAT}))
    .INPUT(batch_variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .ATTR(epsilon, Float, 0.0001)
    .OP_END_FACTORY_REG(BNTrainingReduceGrad);

// The same of volumes, x [N, C, D, H, W].
REG_OP(BN3DTrainingReduce)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(sum, TensorType({DT_FLOAT}))
    .OUTPUT(square_sum, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BN3DTrainingReduce);

REG_OP(BN3DTrainingUpdate)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(x, T)
    .INPUT(sum, TensorType({DT_FLOAT}))
    .INPUT(square_sum, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(offset, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .INPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .OUTPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(variance, TensorType({DT_FLOAT}))
    .OUTPUT(batch_mean, TensorType({DT_FLOAT}))
    .OUTPUT(batch_variance, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(factor, Float)
    .REQUIRED_ATTR(epsilon, Float)
    .OP_END_FACTORY_REG(BN3DTrainingUpdate);

REG_OP(BN3DTrainingUpdateGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grads, T)
    .INPUT(x, T)
    .INPUT(batch_mean, TensorType({DT_FLOAT}))
    .INPUT(batch_variance, TensorType({DT_FLOAT}))
    .OUTPUT(diff_scale, TensorType({DT_FLOAT}))
    .OUTPUT(diff_offset, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 0.0001)
    .OP_END_FACTORY_REG(BN3DTrainingUpdateGrad);

REG_OP(BN3DTrainingReduceGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grads, T)
    .INPUT(x, T)
    .INPUT(diff_scale, TensorType({DT_FLOAT}))
    .INPUT(diff_offset, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(batch_mean, TensorType({DT_FLOAT}))
    .INPUT(batch_variance, TensorType({DT_FLOAT}))
    .OUTPUT(y, T)
    .ATTR(epsilon, Float, 0.0001)
    .OP_END_FACTORY_REG(BN3DTrainingReduceGrad);

// scale * (x - mean) / sqrt(variance + epsilon) + offset; the numbers of the channels are float, or as x is.
REG_OP(BNInfer)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T1)
    .INPUT(scale, T2)
    .INPUT(offset, T2)
    .INPUT(mean, T2)
    .INPUT(variance, T2)
    .OUTPUT(y, T1)
    .REQUIRED_ATTR(epsilon, Float)
    .OP_END_FACTORY_REG(BNInfer);

// grads * scale / sqrt(batch_variance + epsilon).
REG_OP(BNInferGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grads, T)
    .INPUT(scale, TensorType({DT_FLOAT}))
    .INPUT(batch_variance, TensorType({DT_FLOAT}))
    .OUTPUT(x_backprop, T)
    .ATTR(epsilon, Float, 0.0001)
    .OP_END_FACTORY_REG(BNInferGrad);

// x plus bias [C] along its channels: the last axis of "NHWC" and "NDHWC", axis 1 of "NCHW" and "NCDHW". Integers wrap.
REG_OP(BiasAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(bias, T)
    .OUTPUT(y, T)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(BiasAdd);

// The sums of x's channels, [C].
REG_OP(BiasAddGrad)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(BiasAddGrad);

}  // namespace ge
