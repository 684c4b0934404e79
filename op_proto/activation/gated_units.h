// Activations that gate, cut off or soften.
// CANN declares these in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The first half of x along `dim` times the sigmoid of the second.
REG_OP(GLU)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(dim, Int, -1)
    .OP_END_FACTORY_REG(GLU);

// The gradient of GLU for x.
REG_OP(GLUGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(y_grad, T)
    .INPUT(x, T)
    .OUTPUT(x_grad, T)
    .ATTR(dim, Int, -1)
    .OP_END_FACTORY_REG(GLUGrad);

// log(1 + e^x).
REG_OP(BNLL)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(BNLL);

// max(x, 0) + min(alpha * (e^(x / alpha) - 1), 0).
REG_OP(CeluV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(CeluV2);

// x * (sign(x) * (0.5 - 0.1444 * (min(|0.7071 * x|, 1.769) - 1.769)^2) + 0.5).
REG_OP(FastGeluV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FastGeluV2);

// value (absent: 0) where x is at most threshold, else x; value and threshold are one number each.
REG_OP(ThresholdV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .INPUT(threshold, T)
    .OPTIONAL_INPUT(value, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ThresholdV2);

REG_OP(ThresholdV2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(threshold, Float)
    .REQUIRED_ATTR(value, Float)
    .OP_END_FACTORY_REG(ThresholdV2D);

// min(max(x, 0), 6 * scale).
REG_OP(Relu6D)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(scale, Float, 1.0)
    .OP_END_FACTORY_REG(Relu6D);

}  // namespace ge
