// The element-wise functions on one element. Operands are of one dtype; results aren't rounded yet (Finish does).
#pragma once

#include "sdk/api/src/tbe/interpreter/cell.h"

namespace tbe {

Cell ApplyUnary(UnaryOp op, DataType dtype, Cell a);
Cell ApplyBinary(BinaryOp op, DataType dtype, Cell a, Cell b);

// Computes one step of a reduction. Start with ReduceIdentity, which is also the reduction of nothing.
Cell ApplyReduce(ReduceOp op, DataType dtype, Cell total, Cell next);
Cell ReduceIdentity(ReduceOp op, DataType dtype);

// The total of a reduction. Sums and products of reals carry more digits than double.
class Accumulator {
 public:
  Accumulator(ReduceOp op, DataType dtype);
  // Starts with `first`.
  Accumulator(ReduceOp op, DataType dtype, Cell first);
  void Add(Cell next);
  Cell Get() const;  // not rounded yet

 private:
  ReduceOp op_;
  DataType dtype_;
  Cell cell_;
  long double wide_ = 0;
};

}  // namespace tbe
