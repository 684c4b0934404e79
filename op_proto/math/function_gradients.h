// Gradients of functions of one tensor: the gradient of the output times the derivative, with NumPy broadcast.
// complex_conj conjugates a complex y and has no effect on real tensors. Operators without complex_conj multiply by the
// conjugate of the derivative, as TensorFlow's gradients do.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// dy * sign(y)
REG_OP(AbsGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(AbsGrad);

// dy / (2 * y), y being the square root.
REG_OP(SqrtGrad)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(SqrtGrad);

// -dy * y^3 / 2, y being one over the square root.
REG_OP(RsqrtGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(RsqrtGrad);

// -dy * y^2, y being the reciprocal.
REG_OP(ReciprocalGrad)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(ReciprocalGrad);

// -grad * x^2, x being the reciprocal.
REG_OP(InvGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(grad, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(InvGrad);

// dy / sqrt(1 - y^2), y being what asin is taken of.
REG_OP(AsinGrad)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(AsinGrad);

// -dy / sqrt(1 - y^2), y being what acos is taken of.
REG_OP(AcosGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(AcosGrad);

// dy / (1 + y^2), y being what atan is taken of.
REG_OP(AtanGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(AtanGrad);

// dy / cosh(y), y being the result of asinh.
REG_OP(AsinhGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(AsinhGrad);

// dy / sinh(y), y being the result of acosh.
REG_OP(AcoshGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(AcoshGrad);

// dy * y * (1 - y), y being the sigmoid.
REG_OP(SigmoidGrad)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .ATTR(complex_conj, Bool, false)
    .OP_END_FACTORY_REG(SigmoidGrad);

// dy * (1 - y^2), y being the tangent.
REG_OP(TanhGrad)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(y, T)
    .INPUT(dy, T)
    .OUTPUT(z, T)
    .ATTR(complex_conj, Bool, false)
    .OP_END_FACTORY_REG(TanhGrad);

}  // namespace ge
