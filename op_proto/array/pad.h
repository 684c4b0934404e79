// Paddings of a tensor. paddings: two entries for each axis, [rank, 2] or as a list. PadV3's may be negative, which
// crops.
// CANN declares these in pad_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Zeros.
REG_OP(Pad)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Pad);

REG_OP(PadD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(paddings, ListListInt)
    .OP_END_FACTORY_REG(PadD);

// constant_values, a scalar.
REG_OP(PadV2)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .INPUT(constant_values, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(PadV2);

REG_OP(PadV2D)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(constant_values, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(paddings, ListListInt)
    .OP_END_FACTORY_REG(PadV2D);

// mode: constant (constant_values, 0 by default), reflect and symmetric (mirrored without and with the outermost
// element), edge (the nearest element) or wrap (as if x, cropped by negative paddings, were repeated without end).
// paddings_contiguous false: first all begins, then all ends, as in ONNX.
REG_OP(PadV3)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(constant_values, T)
    .OUTPUT(y, T)
    .ATTR(mode, String, "constant")
    .ATTR(paddings_contiguous, Bool, true)
    .OP_END_FACTORY_REG(PadV3);

REG_OP(PadV3D)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(paddings, ListListInt)
    .ATTR(constant_values, Int, 0)
    .ATTR(mode, String, "constant")
    .ATTR(paddings_contiguous, Bool, true)
    .OP_END_FACTORY_REG(PadV3D);

// mode: REFLECT or SYMMETRIC.
REG_OP(MirrorPad)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(mode, String)
    .OP_END_FACTORY_REG(MirrorPad);

// The gradient of MirrorPad. x has the padded shape. y is the middle of x; each element of the padding is added to the
// element from which it was mirrored. Integers wrap.
REG_OP(MirrorPadGrad)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(paddings, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(mode, String)
    .OP_END_FACTORY_REG(MirrorPadGrad);

}  // namespace ge
