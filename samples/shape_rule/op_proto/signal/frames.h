// Frames of a signal: windows of `length` samples, `hop` samples apart.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x: [..., N]. y: [..., F, length] with F = (N - length) / hop + 1 windows, rounded down, or up with pad_end.
// length: samples of a window. hop: samples from one window's begin to the next one's. pad_end: the last window may
// reach beyond the signal; zeros stand there.
REG_OP(Frames)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(length, Int)
    .ATTR(hop, Int, 1)
    .ATTR(pad_end, Bool, false)
    .OP_END_FACTORY_REG(Frames)

}  // namespace ge
