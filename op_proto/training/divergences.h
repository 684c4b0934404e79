// Distances of distributions and of directions.
// CANN declares these in elewise_calculation_ops.h, nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// target * (log(target) - x), 0 where the target is not above 0; with log_target e^target * (target - x). batchmean:
// the sum divided by the first extent.
REG_OP(KLDivV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(target, T)
    .OUTPUT(y, T)
    .ATTR(reduction, String, "mean")
    .ATTR(log_target, Bool, false)
    .OP_END_FACTORY_REG(KLDivV2);

// Along `dim` the sum of products, divided by the lengths, of which each is eps at least.
REG_OP(CosineSimilarity)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x1, T)
    .INPUT(input_x2, T)
    .OUTPUT(output_y, T)
    .ATTR(dim, Int, 1)
    .ATTR(eps, Float, 1e-8)
    .OP_END_FACTORY_REG(CosineSimilarity);

}  // namespace ge
