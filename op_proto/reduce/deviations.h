// Means, variances and deviations along axes (none named: all of them).
// CANN declares these in reduce_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The variance is that of a whole population.
REG_OP(ReduceMeanVariance)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(mean, T)
    .OUTPUT(variance, T)
    .ATTR(axes, ListInt, {})
    .ATTR(keep_dims, Bool, true)
    .OP_END_FACTORY_REG(ReduceMeanVariance);

// y1: the standard deviation, of a sample (divided by one less) when unbiased; y2: the mean.
REG_OP(ReduceStd)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y1, T)
    .OUTPUT(y2, T)
    .ATTR(dim, ListInt, {})
    .ATTR(unbiased, Bool, true)
    .ATTR(keepdim, Bool, false)
    .OP_END_FACTORY_REG(ReduceStd);

// The variance around `mean`, or its root with if_std; divided by the count, less `correction` when unbiased.
REG_OP(ReduceStdV2Update)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(mean, T)
    .OUTPUT(output_var, T)
    .REQUIRED_ATTR(dim, ListInt)
    .ATTR(if_std, Bool, false)
    .ATTR(unbiased, Bool, true)
    .ATTR(keepdim, Bool, false)
    .ATTR(correction, Int, 1)
    .OP_END_FACTORY_REG(ReduceStdV2Update);

// The sum of all elements but NaN.
REG_OP(ReduceNansum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceNansum);

// Reduces the axes from `axis` on: coeff times the sum (operation 1), the sum of |x| (2), of x * x (3), the mean (4).
REG_OP(Reduction)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(operation, Int, 1)
    .ATTR(axis, Int, 0)
    .ATTR(coeff, Float, 1.0)
    .OP_END_FACTORY_REG(Reduction);

}  // namespace ge
