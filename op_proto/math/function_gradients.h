// Gradients of functions of one tensor: the gradient of the output times the derivative, with NumPy broadcast.
// complex_conj conjugates a complex y and has no effect on real tensors. Operators without complex_conj multiply by the
// conjugate of the derivative, as TensorFlow's gradients do.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// dy * sign(y)
REG_OP(AbsGrad)
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(AbsGrad);

// dy / (2 * y), y being the square root.
REG_OP(SqrtGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(SqrtGrad);

// -dy * y^3 / 2, y being one over the square root.
REG_OP(RsqrtGrad)
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(RsqrtGrad);

// -dy * y^2, y being the reciprocal.
REG_OP(ReciprocalGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(ReciprocalGrad);

// -grad * x^2, x being the reciprocal.
REG_OP(InvGrad)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(InvGrad);

// dy / sqrt(1 - y^2), y being what asin is taken of.
REG_OP(AsinGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(AsinGrad);

// -dy / sqrt(1 - y^2), y being what acos is taken of.
REG_OP(AcosGrad)
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(AcosGrad);

// dy / (1 + y^2), y being what atan is taken of.
REG_OP(AtanGrad)
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(AtanGrad);

// dy / cosh(y), y being the result of asinh.
REG_OP(AsinhGrad)
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(AsinhGrad);

// dy / sinh(y), y being the result of acosh.
REG_OP(AcoshGrad)
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(AcoshGrad);

// dy * y * (1 - y), y being the sigmoid.
REG_OP(SigmoidGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .ATTR(complex_conj, Bool, false)
    .OP_END_FACTORY_REG(SigmoidGrad);

// dy * (1 - y^2), y being the tangent.
REG_OP(TanhGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .ATTR(complex_conj, Bool, false)
    .OP_END_FACTORY_REG(TanhGrad);

}  // namespace ge
