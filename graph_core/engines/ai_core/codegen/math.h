// The scalar vocabulary of tensor expressions as Halide expressions: vector-friendly, with IEEE's special cases.
//
// Values are kept in a computing type: float for float16 and bfloat16, Bool for bool, the type itself otherwise. In
// memory the former two are their bits and bool is a byte.
// Errors of the functions: accuracy.md.
#pragma once

#include <Halide.h>

#include "graph_core/engines/ai_core/codegen/math_terms.h"
#include "tbe/expr.h"

namespace opdk::codegen {

Halide::Type ComputeType(ge::DataType dtype);
Halide::Type StorageType(ge::DataType dtype);

// Converts between memory and the computing type. Store rounds float16 and bfloat16 to nearest even.
Halide::Expr Load(const Halide::Expr& stored, ge::DataType dtype);
Halide::Expr Store(const Halide::Expr& value, ge::DataType dtype);
// Returns a float that Store rounds to the number of `dtype`, float16 or bfloat16, that is nearest to `x`, of any type.
Halide::Expr Narrowed(const Halide::Expr& x, ge::DataType dtype);

class Math {
 public:
  // Makes the operations for a target. `fma`: the target multiplies and adds in one instruction.
  explicit Math(bool fma) : terms_(fma) {}

  Halide::Expr Unary(tbe::UnaryOp op, const Halide::Expr& x) const;
  Halide::Expr Binary(tbe::BinaryOp op, const Halide::Expr& a, const Halide::Expr& b) const;
  // Converts `x`, a value of `from`, to a value of `to`, rounded to that type.
  Halide::Expr Cast(const Halide::Expr& x, ge::DataType from, ge::DataType to, tbe::Rounding rounding) const;
  Halide::Expr Reduce(tbe::ReduceOp op, const Halide::Expr& a, const Halide::Expr& b) const;
  Halide::Expr Identity(tbe::ReduceOp op, Halide::Type type) const;
  Halide::Expr Number(const tbe::Number& value, ge::DataType dtype) const;

 private:
  Terms terms_;
};

}  // namespace opdk::codegen
