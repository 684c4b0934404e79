// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Converts x between formats, values unchanged. NCHW is row-major [N, C, spatial...] with one to three spatial axes.
// NC1HWC0 is [N, C1, spatial..., C0], channel c at c / C0 and c % C0, the last block filled up with zeros. `c0`:
// channels in a block. `channels`: C of a result in NCHW, -1: all channels of the blocks. Source: CANN TransData; CANN
// takes c0 and channels from the tensors' descriptions, here they are attributes.
REG_OP(TransData)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(src_format, String)
    .REQUIRED_ATTR(dst_format, String)
    .ATTR(c0, Int, 16)
    .ATTR(channels, Int, -1)
    .OP_END_FACTORY_REG(TransData)
}  // namespace ge
