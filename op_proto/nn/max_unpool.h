// CANN declares it in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Undoes MaxPoolND: each element of x goes to the place in y that indices names, the others are 0; of equal places the
// last one wins. indices counts all elements of the shape that x was pooled from by kernel_shape, strides and pads;
// with output_shape that lies at the beginning of a larger y. What isn't one of these places is left out.
REG_OP(MaxUnpool)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(indices, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(output_shape, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .REQUIRED_ATTR(kernel_shape, ListInt)
    .ATTR(pads, ListInt, {})
    .ATTR(strides, ListInt, {})
    .OP_END_FACTORY_REG(MaxUnpool);

}  // namespace ge
