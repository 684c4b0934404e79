// CANN declares it in data_flow_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// The next element of a channel that the program fills: one tensor for each entry of output_types and output_shapes
// (-1: an extent that the element decides). The graph core itself runs it.
REG_OP(GetNext)
    .DYNAMIC_OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                                   DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BOOL}))
    .ATTR(output_types, ListType, {})
    .ATTR(output_shapes, ListListInt, {})
    .ATTR(output_num, Int, 1)
    .ATTR(channel_name, String, "")
    .OP_END_FACTORY_REG(GetNext)
}  // namespace ge
