// Discrete Fourier transforms of any length. If a signal holds a NaN or an infinity, all its frequencies are NaN.
// CANN declares these in spectral_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Along the last axis.
REG_OP(FFT).DATATYPE(T, TensorType({DT_COMPLEX64, DT_COMPLEX128})).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(FFT);

// The inverse of FFT, which divides by the length.
REG_OP(IFFT).DATATYPE(T, TensorType({DT_COMPLEX64, DT_COMPLEX128})).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(IFFT);

// Along the last two axes.
REG_OP(FFT2D).DATATYPE(T, TensorType({DT_COMPLEX64, DT_COMPLEX128})).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(FFT2D);

REG_OP(IFFT2D)
    .DATATYPE(T, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(IFFT2D);

// The first half of the frequencies of real signals. input [..., N] is cut or padded with zeros to fft_length [1]; y
// [..., fft_length / 2 + 1].
REG_OP(RFFT)
    .INPUT(input, TensorType({DT_FLOAT}))
    .INPUT(fft_length, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_COMPLEX64}))
    .OP_END_FACTORY_REG(RFFT);

// The inverse of RFFT: x [..., M] holds the first half of the frequencies, of which fft_length / 2 + 1 are taken; y
// [..., fft_length].
REG_OP(IRFFT)
    .INPUT(x, TensorType({DT_COMPLEX64}))
    .INPUT(fft_length, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(IRFFT);

}  // namespace ge
