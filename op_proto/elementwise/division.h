// Quotients, remainders and products with a value where the plain operators have none. NumPy broadcast, in the dtype of
// the inputs. The smallest integer divided by -1 is itself.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Integers: the quotient is truncated toward zero; a division by zero gives 0.
REG_OP(RealDiv)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(RealDiv);

// x1 / x2, and 0 wherever x2 is 0. Integers: truncated toward zero.
REG_OP(DivNoNan)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(DivNoNan);

// x1 * x2, and 0 wherever x2 is 0, even if x1 is infinite or NaN.
REG_OP(MulNoNan)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MulNoNan);

// floor(x1 / x2). Integers: a division by zero gives 0.
REG_OP(FloorDiv)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FloorDiv);

// The remainder of FloorDiv, with the sign of x2. Integers: modulo zero is 0.
REG_OP(FloorMod)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FloorMod);

// x1 / x2 rounded toward zero. Integers: a division by zero gives 0.
REG_OP(TruncateDiv)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(TruncateDiv);

// The remainder of TruncateDiv, with the sign of x1. Integers: modulo zero is 0.
REG_OP(TruncateMod)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(TruncateMod);

// TruncateMod under another name.
REG_OP(Mod).DATATYPE(T, TensorType::RealNumberType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Mod);

// x1 / x2, and 0 wherever x1 is 0, even if x2 is zero or NaN.
REG_OP(Xdivy).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Xdivy);

}  // namespace ge
