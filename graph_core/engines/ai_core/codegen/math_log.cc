#include <cmath>

#include "graph_core/engines/ai_core/codegen/math_functions.h"

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::select;
using Halide::Type;

// Returns log(1 + f) + exponent * ln 2 for f within [sqrt(1/2) - 1, sqrt(2) - 1).
Expr LogOfParts(const Terms& terms, const Expr& f, const Expr& exponent) {
  Type type = f.type();
  Expr square = f * f;
  // The products of the exponent with the first part of ln 2 are exact.
  if (!Wide(f)) {
    Expr tail = terms.Polynomial(
        f, {0.3333331048488617, -0.24999985098838806, 0.20002272725105286, -0.1666935682296753, 0.14217716455459595,
            -0.1238180622458458, 0.11877914518117905, -0.11807858943939209, 0.06925865262746811});
    Expr low = terms.Fma(tail * square, f, exponent * Constant(type, 1.4286068203094173e-06));
    low = terms.Fma(square, Constant(type, -0.5), low);
    return terms.Fma(exponent, Constant(type, 0.693145751953125), f + low);
  }
  // log(1 + f) = 2 atanh(s) with s = f / (2 + f), and 2 s = f - s f.
  Expr s = f / (f + Constant(type, 2));
  Expr z = s * s;
  Expr series =
      z * terms.Polynomial(z, {0.6666666666666735, 0.39999999999408603, 0.28571428743964417, 0.22222198394475343,
                               0.18183574262997845, 0.1531378311507396, 0.14798740219278458});
  Expr half_square = square * Constant(type, 0.5);
  Expr low = terms.Fma(s, half_square + series, exponent * Constant(type, 5.497923018708371e-14));
  return terms.Fma(exponent, Constant(type, 0.6931471805598903), f - (half_square - low));
}

}  // namespace

Expr Log(const Terms& terms, const Expr& x) {
  Type type = x.type();
  Expr subnormal = x < Constant(type, Wide(x) ? 0x1p-1022 : 0x1p-126);
  int lift = MantissaBits(type) + 1;
  Parts parts = Decompose(select(subnormal, x * Constant(type, std::ldexp(1.0, lift)), x));
  Expr exponent = parts.exponent - select(subnormal, Constant(type, lift), Constant(type, 0));
  Expr result = LogOfParts(terms, parts.mantissa - Constant(type, 1), exponent);
  Expr zero = Constant(type, 0);
  return select(zero < x, select(x < Infinity(type), result, x), select(x == zero, -Infinity(type), NotANumber(type)));
}

Expr Log1p(const Terms& terms, const Expr& x) {
  Type type = x.type();
  Expr one = Constant(type, 1), zero = Constant(type, 0);
  Expr sum = Halide::strict_float(one + x);
  // The part of 1 + x that was lost to rounding.
  Expr back = Halide::strict_float(sum - one);
  Expr lost = (one - Halide::strict_float(sum - back)) + (x - back);
  Parts parts = Decompose(sum);
  // 2^-exponent; above the bound the loss doesn't matter and the exponent wouldn't fit.
  int bias = Wide(x) ? 1023 : 127;
  Expr biased = Halide::min(parts.biased_exponent, BitsConstant(type, static_cast<uint64_t>(2 * bias - 1)));
  Expr scale = FromBits((BitsConstant(type, static_cast<uint64_t>(2 * bias)) - biased) << MantissaBits(type));
  Expr f = terms.Fma(lost, scale, parts.mantissa - one);
  Expr result = LogOfParts(terms, f, parts.exponent);
  return select(zero < sum, select(x < Infinity(type), select(x == zero, x, result), x),
                select(sum == zero, -Infinity(type), NotANumber(type)));
}

Expr LogTo35Bits(const Terms& terms, const Expr& x) {
  Parts parts = Decompose(x);
  Expr f = parts.mantissa - Constant(x.type(), 1);
  Expr tail =
      terms.Polynomial(f, {-0.5000000002150377, 0.33333334043580154, -0.24999994830848905, 0.19999898145071293,
                           -0.1666692740048616, 0.1429057092323243, -0.1249741339661516, 0.11009615319178573,
                           -0.09927301739650585, 0.10015359909585608, -0.09871893609231204, 0.053587078088980056});
  return terms.Fma(parts.exponent, Constant(x.type(), 0.6931471805599453), terms.Fma(tail * f, f, f));
}

// Computes asinh of a float in double, where neither squares nor differences lose digits of a float.
Expr Asinh(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("asinh", {x});
  Expr magnitude = Magnitude(x);
  Expr wide = cast<double>(magnitude);
  Expr result = cast<float>(LogTo35Bits(terms, wide + Halide::sqrt(terms.Fma(wide, wide, Constant(wide.type(), 1)))));
  Expr plain = magnitude < 0x1p-13f;
  result = select(plain, magnitude, select(magnitude < Infinity(x.type()), result, magnitude));
  return FlipSign(result, SignBit(x));
}

Expr Acosh(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("acosh", {x});
  Expr wide = cast<double>(x);
  Expr root = Halide::sqrt(terms.Fma(wide, wide, Constant(wide.type(), -1)));
  Expr result = cast<float>(LogTo35Bits(terms, wide + root));
  return select(x < Infinity(x.type()), select(x < 1.0f, NotANumber(x.type()), result), x);
}

Expr Atanh(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("atanh", {x});
  Type type = x.type();
  Expr magnitude = Magnitude(x);
  Expr wide = cast<double>(magnitude), one = Constant(wide.type(), 1);
  Expr result = cast<float>(LogTo35Bits(terms, (one + wide) / (one - wide)) * Constant(wide.type(), 0.5));
  result = select(magnitude < 0x1p-13f, magnitude, result);
  Expr outside = select(magnitude == 1.0f, Infinity(type), NotANumber(type));
  return FlipSign(select(magnitude < 1.0f, result, outside), SignBit(x));
}

}  // namespace opdk::codegen
