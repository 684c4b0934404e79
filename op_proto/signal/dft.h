// CANN declares it in spectral_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The discrete Fourier transform along `axis` (absent: the last but one); the last axis holds real numbers (extent 1)
// or real and imaginary parts (2). dft_length (absent: the extent) cuts the signal off or fills it up with zeros.
// inverse divides by the length. onesided gives the first half of the frequencies, length / 2 + 1, alone; with inverse
// it takes them and gives real numbers (length when absent: 2 * (extent - 1)).
REG_OP(DFT)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(input, T)
    .OPTIONAL_INPUT(dft_length, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(axis, TensorType({DT_INT64}))
    .OUTPUT(output, T)
    .ATTR(inverse, Int, 0)
    .ATTR(onesided, Int, 0)
    .OP_END_FACTORY_REG(DFT);

}  // namespace ge
