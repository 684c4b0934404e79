// Integer arithmetic as Halide expressions: it wraps, and no operand traps.
#pragma once

#include <Halide.h>

#include "graph_core/engines/ai_core/codegen/math_terms.h"

namespace opdk::codegen {

// Applies `op` to the operands as unsigned numbers, since Halide takes signed overflow for impossible.
template <typename Op>
Halide::Expr Wrapping(const Halide::Expr& a, const Halide::Expr& b, Op op) {
  Halide::Type type = a.type();
  if (!type.is_int() || type.bits() < 32) return op(a, b);
  Halide::Type wrapping = type.with_code(halide_type_uint);
  return Halide::reinterpret(type, op(Halide::reinterpret(wrapping, a), Halide::reinterpret(wrapping, b)));
}

Halide::Expr NegateInteger(const Halide::Expr& x);
// Returns the quotient, or the remainder, of a division rounded towards zero. The processor traps for x / 0 and for min
// / -1. Here x / 0 is 0, x / -1 is -x with wrapping, and both remainders are 0.
Halide::Expr IntegerDivide(const Halide::Expr& a, const Halide::Expr& b, bool remainder);
// Wraps. A negative exponent leaves only the powers of 1 and -1.
Halide::Expr IntegerPower(const Halide::Expr& a, const Halide::Expr& b);
// Shifts `a` by `b` bits. A shift by the width or more gives 0; a right shift of a signed number gives its sign.
Halide::Expr Shift(const Halide::Expr& a, const Halide::Expr& b, bool left);
// Converts a rounded number to an integer. Numbers out of range saturate, NaN becomes 0.
Halide::Expr FloatToInteger(const Halide::Expr& rounded, Halide::Type to);

}  // namespace opdk::codegen
