// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Repeats x multiples[i] times along axis i. multiples: [rank]. Source: ONNX Tile-13.
REG_OP(Tile)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(multiples, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Tile)

        REG_OP(TileD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(multiples, ListInt)
    .OP_END_FACTORY_REG(TileD);

}  // namespace ge
