// Pools of images [N, H, W, C] over regions whose number is a fraction of the image's rows and columns: floor(H /
// ratio) by floor(W / ratio), each as long as the ratio says, rounded down or up. A pooling sequence has the first row
// (column) of every region and the image's end. overlapping: a region has the next one's first row (column) too.
// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// pooling_ratio: of the four axes, 1 for N and C. Which regions are the longer ones the seeds say: any, or with
// pseudo_random those of a row of even steps with a random begin. With deterministic one
// pair of seeds gives the same regions every time. Without it each trip of a loop and each run draws anew. A node with
// a seed (seed and seed2 aren't both 0) repeats its draws in each run of a graph that is compiled with
// ge.deterministic. A mean of integers is rounded toward zero.
REG_OP(FractionalAvgPool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(row_pooling_sequence, TensorType({DT_INT64}))
    .OUTPUT(col_pooling_sequence, TensorType({DT_INT64}))
    .ATTR(pooling_ratio, ListFloat, {})
    .ATTR(pseudo_random, Bool, false)
    .ATTR(overlapping, Bool, false)
    .ATTR(deterministic, Bool, false)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(FractionalAvgPool);

// The maximum; a NaN is the largest.
REG_OP(FractionalMaxPool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(row_pooling_sequence, TensorType({DT_INT64}))
    .OUTPUT(col_pooling_sequence, TensorType({DT_INT64}))
    .ATTR(pooling_ratio, ListFloat, {})
    .ATTR(pseudo_random, Bool, false)
    .ATTR(overlapping, Bool, false)
    .ATTR(deterministic, Bool, false)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(FractionalMaxPool);

// y, of shape orig_input_tensor_shape: out_backprop spread evenly over the regions. A region outside of the image, or
// one that ends before it begins, has no elements.
REG_OP(FractionalAvgPoolGrad)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64}))
    .INPUT(orig_input_tensor_shape, TensorType({DT_INT64}))
    .INPUT(out_backprop, T)
    .INPUT(row_pooling_sequence, TensorType({DT_INT64}))
    .INPUT(col_pooling_sequence, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(overlapping, Bool, false)
    .OP_END_FACTORY_REG(FractionalAvgPoolGrad);

// y like orig_input: out_backprop at each region's greatest element, the first of equals. orig_output is not read.
REG_OP(FractionalMaxPoolGrad)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64}))
    .INPUT(orig_input, T)
    .INPUT(orig_output, T)
    .INPUT(out_backprop, T)
    .INPUT(row_pooling_sequence, TensorType({DT_INT64}))
    .INPUT(col_pooling_sequence, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(overlapping, Bool, false)
    .OP_END_FACTORY_REG(FractionalMaxPoolGrad);

}  // namespace ge
