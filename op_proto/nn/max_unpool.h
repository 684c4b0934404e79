// CANN declares it in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Undoes MaxPoolND: each element of x goes to the place in y that indices names, all other elements are 0. Of equal
// places the last wins. indices counts the elements of the shape from which x was pooled by kernel_shape, strides and
// pads. With output_shape that shape lies at the beginning of a larger y. Indices outside of it are ignored.
REG_OP(MaxUnpool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(indices, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(output_shape, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(kernel_shape, ListInt)
    .ATTR(pads, ListInt, {})
    .ATTR(strides, ListInt, {})
    .OP_END_FACTORY_REG(MaxUnpool);

}  // namespace ge
