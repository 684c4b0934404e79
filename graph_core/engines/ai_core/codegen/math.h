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

// Between the two: float16 and bfloat16 are rounded to nearest even when they are stored.
Halide::Expr Load(const Halide::Expr& stored, ge::DataType dtype);
Halide::Expr Store(const Halide::Expr& value, ge::DataType dtype);
// Returns a float that Store rounds to the number of `dtype`, float16 or bfloat16, that is nearest to `x`, of any type.
Halide::Expr Narrowed(const Halide::Expr& x, ge::DataType dtype);

class Math {
 public:
  // `fma`: the target multiplies and adds in one instruction.
  explicit Math(bool fma) : terms_(fma) {}

  Halide::Expr Unary(tbe::UnaryOp op, const Halide::Expr& x) const;
  Halide::Expr Binary(tbe::BinaryOp op, const Halide::Expr& a, const Halide::Expr& b) const;
  // `x` holds a value of `from`; the result holds one of `to`, rounded to it.
  Halide::Expr Cast(const Halide::Expr& x, ge::DataType from, ge::DataType to, tbe::Rounding rounding) const;
  Halide::Expr Reduce(tbe::ReduceOp op, const Halide::Expr& a, const Halide::Expr& b) const;
  Halide::Expr Identity(tbe::ReduceOp op, Halide::Type type) const;
  Halide::Expr Number(const tbe::Number& value, ge::DataType dtype) const;

 private:
  Terms terms_;
};

}  // namespace opdk::codegen
