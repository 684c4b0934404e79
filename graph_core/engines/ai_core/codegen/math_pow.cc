#include <cmath>

#include "graph_core/engines/ai_core/codegen/math_functions.h"
#include "graph_core/engines/ai_core/codegen/rare_path.h"

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::select;
using Halide::Type;

// Returns x^exponent for exponents with a short form; undefined for all others.
Expr ShortPower(const Expr& x, double exponent) {
  Type type = x.type();
  Expr one = Constant(type, 1);
  // sqrt(-0) is -0 and that of -infinity NaN, where powers are 0 and infinity.
  auto root = [&] { return select(x == -Infinity(type), Infinity(type), Magnitude(Halide::sqrt(x))); };
  if (exponent == 0) return one;
  if (exponent == 1) return x;
  if (exponent == 2) return x * x;
  if (exponent == 3) return x * x * x;
  if (exponent == 0.5) return root();
  if (exponent == -0.5) return one / root();
  if (exponent == -1) return one / x;
  if (exponent == -2) {
    // The other way round, the square would lose the digits of a finite result.
    Expr inverse = one / x;
    return inverse * inverse;
  }
  return Expr();
}

// Computes |x|^y in double. Rounding to float gives subnormal and infinite results.
Expr PowerOfMagnitude(const Terms& terms, const Expr& magnitude, const Expr& y) {
  Type wide = Halide::Float(64);
  // For zero and infinity only the sign of the logarithm is right; the factor 1e200 gives it the size.
  Expr bits = AsBits(magnitude);
  Expr extreme = bits - BitsConstant(magnitude.type(), 1) >= BitsConstant(magnitude.type(), 0x7f7fffff);
  Expr exponent = cast(wide, y) * select(extreme, Constant(wide, 1e200), Constant(wide, 1));
  Expr power = exponent * LogTo35Bits(terms, cast(wide, magnitude));
  // 1^inf is 1.
  power = select(magnitude == 1.0f, Constant(wide, 0), power);
  power = AtLeast(AtMost(power, 90), -110);
  Rounded n = terms.RoundedProduct(power, 1.4426950408889634);
  Expr rest = terms.Fma(n.value, Constant(wide, -0.6931471805599453), power);
  Expr series =
      terms.Polynomial(rest, {1.000000000210201, 0.5000000077611152, 0.16666665155057095, 0.041666270971417625,
                              0.008333569801581618, 0.001394601195321959, 0.00019767541704048623});
  return cast<float>(terms.Fma(series, rest, Constant(wide, 1)) * PowerOfTwo(n.bits, 0, wide));
}

// A number as the sum of two doubles.
struct Pair {
  Expr high, low;
};

// Returns log(x) to 66 bits for a positive normal x * 2^-lift. Products are split with fused multiply-add.
Pair LogTo66Bits(const Terms& terms, const Expr& x, const Expr& lift) {
  Type type = x.type();
  Parts parts = Decompose(x);
  Expr one = Constant(type, 1);
  Expr f = parts.mantissa - one;
  // log(m) = 2 atanh(s) = 2 s + 2/3 s^3 + s^5 Q(s^2), s = f / (m + 1).
  Expr sum = Halide::strict_float(parts.mantissa + one);
  Expr sum_low = parts.mantissa - Halide::strict_float(sum - one);
  Expr inverse = one / sum;
  Expr s = f * inverse;
  Expr s_low = terms.Fma(-s, sum_low, terms.Fma(-s, sum, f)) * inverse;
  Expr z = s * s;
  Expr z_low = terms.Fma(s + s, s_low, terms.Fma(s, s, -z));
  Expr cube = z * s;
  Expr cube_low = terms.Fma(z_low, s, terms.Fma(z, s_low, terms.Fma(z, s, -cube)));
  Expr third = Constant(type, 0.6666666666666666), third_low = Constant(type, 3.700743415417188e-17);
  Expr term = cube * third;
  Expr term_low = terms.Fma(cube_low, third, terms.Fma(cube, third_low, terms.Fma(cube, third, -term)));
  Expr tail = z * cube *
              terms.Polynomial(z, {0.39999999999999974, 0.28571428571447044, 0.22222222217070148, 0.18181818927103796,
                                   0.15384553025665548, 0.13336464248366725, 0.11671860552890781, 0.12013458702834458});
  // Each sum is of a greater and a lesser number. The low part keeps what rounding takes away.
  Expr twice = s + s;
  Expr high = Halide::strict_float(twice + term);
  Expr low = (Halide::strict_float(twice - high) + term) + ((s_low + s_low) + term_low) + tail;
  Expr exponent = parts.exponent - lift;
  Expr turns = exponent * Constant(type, 0.6931471805598903);
  Expr total = Halide::strict_float(turns + high);
  Expr rest = Halide::strict_float(turns - total) + high;
  return {total, rest + terms.Fma(exponent, Constant(type, 5.497923018708371e-14), low)};
}

Expr PowerOfWideMagnitude(const Terms& terms, const Expr& magnitude, const Expr& y) {
  Type type = y.type();
  Expr extreme = AsBits(magnitude) - BitsConstant(type, 1) >= BitsConstant(type, 0x7fefffffffffffff);
  Expr subnormal = magnitude < Constant(type, 0x1p-1022);
  Pair logarithm = LogTo66Bits(terms, select(subnormal, magnitude * Constant(type, 0x1p54), magnitude),
                               select(subnormal, Constant(type, 54), Constant(type, 0)));
  Expr stretch = select(extreme, Constant(type, 1e200), Constant(type, 1));
  Expr zero = Constant(type, 0);
  // 1^inf is 1.
  Expr exponent = select(magnitude == Constant(type, 1), zero, y * stretch * stretch);
  Expr power = exponent * logarithm.high;
  Expr low = terms.Fma(exponent, logarithm.low, terms.Fma(exponent, logarithm.high, -power));
  // Beyond, the result is 0 or infinite, and the difference no number.
  return ExpOfSum(terms, power, select(Magnitude(power) < Constant(type, 800), low, zero));
}

}  // namespace

Expr Pow(const Terms& terms, const Expr& x, const Expr& y) {
  if (const double* exponent = Halide::Internal::as_const_float(y)) {
    if (Expr power = ShortPower(x, *exponent); power.defined()) return power;
  }
  if (Wide(x) && !terms.fma()) return Library("pow", {x, y});
  Type type = x.type();
  Expr magnitude = Magnitude(x);
  Expr result = Wide(x) ? PowerOfWideMagnitude(terms, magnitude, y) : PowerOfMagnitude(terms, magnitude, y);
  // Adding 2^23 rounds to a whole number; from there to 2^24 the last bit says whether it is odd, beyond all are even.
  int bits = MantissaBits(type);
  Expr size = Magnitude(y), point = Constant(type, std::ldexp(1.0, bits));
  Expr shifted = Halide::strict_float(size + point);
  Expr small = size < point;
  Expr not_whole = small && Halide::strict_float(shifted - point) != size;
  Expr last_bit = select(small, AsBits(shifted), AsBits(size)) << (type.bits() - 1);
  Expr odd = size < Constant(type, std::ldexp(1.0, bits + 1)) && !not_whole;
  Expr sign = select(odd, last_bit & SignBit(x), Halide::Internal::make_zero(last_bit.type()));
  Expr zero = Constant(type, 0), one = Constant(type, 1), nan = NotANumber(type);
  result = select(x < zero && -Infinity(type) < x && not_whole, nan, FlipSign(result, sign));
  Expr unordered = Halide::is_nan(x) || Halide::is_nan(y);
  return select(unordered, select(x == one || y == zero, one, nan), result);
}

Expr Fmod(const Expr& x, const Expr& y) {
  Expr library = Library("fmod", {x, y});
  if (Wide(x)) return library;
  Expr dividend = Magnitude(x), divisor = Magnitude(y);
  // Up to 28 bits of quotient, its product with the divisor is exact in double, and so is the difference.
  Expr common = dividend < divisor * 0x1p28f && divisor < Infinity(y.type());
  Type wide = Halide::Float(64);
  Expr a = cast(wide, dividend), b = cast(wide, divisor);
  Expr remainder = a - RoundedToWhole(a / b).value * b;
  // The nearest quotient may be one too great.
  remainder = select(remainder < Constant(wide, 0), remainder + b, remainder);
  return UnlessRare(common, FlipSign(cast<float>(remainder), SignBit(x)), library);
}

}  // namespace opdk::codegen
