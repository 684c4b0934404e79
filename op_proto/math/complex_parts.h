// Complex numbers and their parts. Tout, which CANN's prototypes have beside the dtypes, must be what these say: the
// parts of complex64 are float, those of complex128 double.
// CANN declares these in math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// real + imag i, with NumPy broadcast.
REG_OP(Complex)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .INPUT(real, T)
    .INPUT(imag, T)
    .OUTPUT(out, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(Tout, Int, DT_COMPLEX64)
    .OP_END_FACTORY_REG(Complex);

// Real numbers are their own real part.
REG_OP(Real)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(output, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Int, DT_FLOAT)
    .OP_END_FACTORY_REG(Real);

REG_OP(Imag)
    .INPUT(input, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(Imag);

// The modulus, which overflows only where it doesn't fit the dtype.
REG_OP(ComplexAbs)
    .INPUT(x, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(ComplexAbs);

// The argument in [-pi, pi]; a part of -0.0 says on which side of the axis a number lies.
REG_OP(Angle)
    .INPUT(input, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(Angle);

// The same, of real numbers too: pi where they are negative, else 0; NaN stays. float16 gives float16, the others
// float.
REG_OP(AngleV2)
    .INPUT(x,
           TensorType({DT_FLOAT16, DT_FLOAT, DT_COMPLEX64, DT_BOOL, DT_UINT8, DT_INT8, DT_INT16, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AngleV2);

REG_OP(Conj)
    .DATATYPE(T, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(input, T)
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(Conj);

}  // namespace ge
