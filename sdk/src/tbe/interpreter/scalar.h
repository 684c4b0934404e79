// The element-wise functions on one element. Operands are of one dtype; results aren't rounded yet (Finish does).
#pragma once

#include "sdk/src/tbe/interpreter/cell.h"

namespace tbe {

Cell ApplyUnary(UnaryOp op, DataType dtype, Cell a);
Cell ApplyBinary(BinaryOp op, DataType dtype, Cell a, Cell b);
// One step of a reduction; start with ReduceIdentity.
Cell ApplyReduce(ReduceOp op, DataType dtype, Cell total, Cell next);
Cell ReduceIdentity(ReduceOp op, DataType dtype);

}  // namespace tbe
