// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// ONNX's operator: past_cache with update written along `axis`, in batch b (axis 0) from element write_indices[b] on
// (absent: 0). mode linear: a run refuses an update that doesn't fit (E6001); circular: it continues at the beginning.
// Both refuse negative indices. update has the cache's other extents.
REG_OP(TensorScatter)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(past_cache, T)
    .INPUT(update, T)
    .OPTIONAL_INPUT(write_indices, TensorType({DT_INT64}))
    .OUTPUT(present_cache, T)
    .ATTR(axis, Int, -2)
    .ATTR(mode, String, "linear")
    .OP_END_FACTORY_REG(TensorScatter);

}  // namespace ge
