// The transcendental functions of float and double as Halide expressions: vector code but where accuracy.md says that
// the C library is called. Errors: accuracy.md. Special cases are those of C's Annex F, but for the sign of NaN.
//
// Coefficients are our own minimax fits (Remez exchange in 50 digits on the interval that the code reduces to, weighted
// for relative error of the result, each coefficient rounded to its type before the next is fitted).
#pragma once

#include "graph_core/engines/ai_core/codegen/math_terms.h"

namespace opdk::codegen {

Halide::Expr Exp(const Terms& terms, const Halide::Expr& x);
Halide::Expr Expm1(const Terms& terms, const Halide::Expr& x);
Halide::Expr Sigmoid(const Terms& terms, const Halide::Expr& x);
Halide::Expr Tanh(const Terms& terms, const Halide::Expr& x);
Halide::Expr Sinh(const Terms& terms, const Halide::Expr& x);
Halide::Expr Cosh(const Terms& terms, const Halide::Expr& x);
Halide::Expr Erf(const Terms& terms, const Halide::Expr& x);
Halide::Expr Erfc(const Terms& terms, const Halide::Expr& x);

Halide::Expr Log(const Terms& terms, const Halide::Expr& x);
Halide::Expr Log1p(const Terms& terms, const Halide::Expr& x);
Halide::Expr Asinh(const Terms& terms, const Halide::Expr& x);
Halide::Expr Acosh(const Terms& terms, const Halide::Expr& x);
Halide::Expr Atanh(const Terms& terms, const Halide::Expr& x);
Halide::Expr Pow(const Terms& terms, const Halide::Expr& x, const Halide::Expr& y);

Halide::Expr Sin(const Terms& terms, const Halide::Expr& x);
Halide::Expr Cos(const Terms& terms, const Halide::Expr& x);
Halide::Expr Tan(const Terms& terms, const Halide::Expr& x);
Halide::Expr Asin(const Terms& terms, const Halide::Expr& x);
Halide::Expr Acos(const Terms& terms, const Halide::Expr& x);
Halide::Expr Atan(const Terms& terms, const Halide::Expr& x);
Halide::Expr Atan2(const Terms& terms, const Halide::Expr& y, const Halide::Expr& x);

// Returns the exact remainder of x / y, with the quotient rounded towards zero.
Halide::Expr Fmod(const Halide::Expr& x, const Halide::Expr& y);

// Returns the natural logarithm of a positive finite double, correct to 35 bits.
Halide::Expr LogTo35Bits(const Terms& terms, const Halide::Expr& x);
// Returns e^(x + low) for a double `x` and a `low` that is small against `x`.
Halide::Expr ExpOfSum(const Terms& terms, const Halide::Expr& x, const Halide::Expr& low);

}  // namespace opdk::codegen
