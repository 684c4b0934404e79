// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Channels to blocks of block_size * block_size elements. In mode DCR the channels are counted as [block row, block
// column, channel], in CRD as [channel, block row, block column]. data_format: NHWC or NCHW.
REG_OP(DepthToSpace)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_size, Int)
    .ATTR(mode, String, "DCR")
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(DepthToSpace);

// The inverse of DepthToSpace in mode DCR.
REG_OP(SpaceToDepth)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_size, Int)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(SpaceToDepth);

}  // namespace ge
