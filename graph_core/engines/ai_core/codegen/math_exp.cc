#include <cmath>

#include "graph_core/engines/ai_core/codegen/math_functions.h"
#include "graph_core/engines/ai_core/codegen/rare_path.h"

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::select;
using Halide::Type;

// x = n ln 2 + rest with |rest| up to ln 2 / 2 and a bit.
struct Reduced {
  Rounded n;
  Expr rest;
};

Reduced ReduceByLn2(const Terms& terms, const Expr& x) {
  Rounded n = terms.RoundedProduct(x, 1.4426950408889634);
  // The products with the first part are exact.
  double high = Wide(x) ? 0.6931471805598903 : 0.693145751953125;
  double low = Wide(x) ? 5.497923018708371e-14 : 1.4286068203094173e-06;
  Expr rest = terms.Fma(n.value, Constant(x.type(), -high), x);
  return {n, terms.Fma(n.value, Constant(x.type(), -low), rest)};
}

// Returns (e^r - 1 - r) / r^2.
Expr Tail(const Terms& terms, const Expr& r) {
  if (!Wide(r)) {
    return terms.Polynomial(r, {0.4999999701976776, 0.16666534543037415, 0.041667383164167404, 0.008367682807147503,
                                0.0013883216306567192});
  }
  return terms.Polynomial(r,
                          {0.5, 0.16666666666666674, 0.041666666666666574, 0.008333333333322946, 0.001388888888894572,
                           0.0001984126988392924, 2.4801587191913913e-05, 2.7557245576516205e-06, 2.755739127588958e-07,
                           2.5108795105225375e-08, 2.0878236394511297e-09});
}

Expr ExpOfRest(const Terms& terms, const Expr& r) {
  Expr one = Constant(r.type(), 1);
  return terms.Fma(terms.Fma(Tail(terms, r), r, one), r, one);
}

// Returns e^rest * 2^n. The power is multiplied in as two factors, since 2^n may be subnormal or infinite where neither
// factor is.
Expr Scaled(const Terms& terms, const Reduced& reduced) {
  Type type = reduced.rest.type();
  int shift = MantissaBits(type);
  Expr one = AsBits(Constant(type, 1));
  Expr half = (reduced.n.bits >> 1) << shift;
  Expr other = (reduced.n.bits << shift) - half;
  return ExpOfRest(terms, reduced.rest) * FromBits(half + one) * FromBits(other + one);
}

// Returns e^x for a clamped x.
Expr ScaledExp(const Terms& terms, const Expr& x) { return Scaled(terms, ReduceByLn2(terms, x)); }

// Returns (e^x - 1) / 2^scale.
Expr ScaledExpm1(const Terms& terms, const Expr& x, int scale) {
  Reduced reduced = ReduceByLn2(terms, x);
  Expr r = reduced.rest;
  Expr small = terms.Fma(Tail(terms, r) * r, r, r);
  Expr power = PowerOfTwo(reduced.n.bits, -scale, x.type());
  return terms.Fma(power, small, power - Constant(x.type(), std::ldexp(1.0, -scale)));
}

// Returns (2^v - 1) / 2^scale in float. Takes one product less than by way of e^x, for one more rounding on the way.
Expr ScaledExp2m1(const Terms& terms, const Expr& v, int scale) {
  Rounded n = RoundedToWhole(v);
  Expr r = v - n.value;
  Expr series = terms.Polynomial(r, {0.6931471824645996, 0.24022649228572845, 0.055503666400909424,
                                     0.009618304669857025, 0.0013387914514169097, 0.0001538546639494598});
  Expr power = PowerOfTwo(n.bits, -scale, v.type());
  return terms.Fma(power, series * r, power - Constant(v.type(), std::ldexp(1.0, -scale)));
}

// Returns 1 / (1 + e^-x), given e = e^-|x|. With that power nothing overflows, and small results keep their digits.
Expr SigmoidOf(const Expr& x, const Expr& e) {
  Expr one = Constant(x.type(), 1);
  return select(SignBit(x) != Halide::Internal::make_zero(AsBits(x).type()), e, one) / (one + e);
}

// Returns tanh(x), computed as tanh(x) / x = share + P(x^2) / Q(x^2). The quotient is small where x is large, and so
// are the errors of P, Q and the quotient. The limit and the coefficients are chosen so that no float within the limit
// gives more than 1, and the limit gives 1.
Expr TanhOfFloat(const Terms& terms, const Expr& x) {
  constexpr double kLimit = 9.033855438232422, kShare = 0.109375;
  Expr limited = AtLeast(AtMost(x, kLimit), -kLimit);
  Expr square = limited * limited;
  Expr p = terms.Polynomial(
      square, {0.890625, 0.08273085951805115, 0.0006663273670710623, -1.533223985461518e-05, -7.181804306810591e-08});
  Expr q = terms.Polynomial(
      square, {1.0, 0.467159628868103, 0.025884177535772324, 0.000328843598254025, 7.789802793922718e-07});
  return terms.Fma(limited, p / q, limited * Constant(x.type(), kShare));
}

}  // namespace

Expr Exp(const Terms& terms, const Expr& x) {
  return ScaledExp(terms, AtLeast(AtMost(x, Wide(x) ? 710 : 89), Wide(x) ? -746 : -104));
}

Expr ExpOfSum(const Terms& terms, const Expr& x, const Expr& low) {
  Reduced reduced = ReduceByLn2(terms, AtLeast(AtMost(x, 710), -746));
  reduced.rest = reduced.rest + low;
  return Scaled(terms, reduced);
}

Expr Expm1(const Terms& terms, const Expr& x) {
  // Below the lower bound the result is -1 to the last bit.
  Expr half = ScaledExpm1(terms, AtLeast(AtMost(x, Wide(x) ? 710 : 89), Wide(x) ? -40 : -20), 1);
  Expr tiny = Magnitude(x) < Constant(x.type(), Wide(x) ? 0x1p-54 : 0x1p-25);
  return select(tiny, x, half + half);
}

Expr Sigmoid(const Terms& terms, const Expr& x) {
  Type type = x.type();
  Expr negative = FromBits(AsBits(x) | SignMask(type));
  Expr any = SigmoidOf(x, ScaledExp(terms, AtLeast(negative, Wide(x) ? -746 : -104)));
  // Nearly always 2^n is one normal number. As bits, NaN is beyond the limit too.
  Reduced reduced = ReduceByLn2(terms, negative);
  Expr mantissa = ExpOfRest(terms, reduced.rest);
  Expr e = FromBits(AsBits(mantissa) + (reduced.n.bits << MantissaBits(type)));
  Expr common = AsBits(negative) < AsBits(Constant(type, Wide(x) ? -707 : -86.5));
  return UnlessRare(common, SigmoidOf(x, e), any);
}

Expr Tanh(const Terms& terms, const Expr& x) {
  if (!Wide(x)) return TanhOfFloat(terms, x);
  Expr half = ScaledExpm1(terms, AtMost(Magnitude(x) * Constant(x.type(), 2), 44), 1);
  return FlipSign(half / (half + Constant(x.type(), 1)), SignBit(x));
}

Expr Sinh(const Terms& terms, const Expr& x) {
  Expr magnitude = Magnitude(x);
  Type type = x.type();
  // Computes a quarter of it, so that a finite result stays finite on the way.
  Expr quarter = ScaledExpm1(terms, AtMost(magnitude, Wide(x) ? 710.5 : 89.5), 2);
  Expr half = quarter + quarter / terms.Fma(quarter, Constant(type, 4), Constant(type, 1));
  Expr result = select(magnitude < Constant(type, Wide(x) ? 0x1p-27 : 0x1p-12), magnitude, half + half);
  return FlipSign(result, SignBit(x));
}

Expr Cosh(const Terms& terms, const Expr& x) {
  Type type = x.type();
  Reduced reduced = ReduceByLn2(terms, AtMost(Magnitude(x), Wide(x) ? 710.5 : 89.5));
  Expr quarter = ExpOfRest(terms, reduced.rest) * PowerOfTwo(reduced.n.bits, -2, type);
  Expr half = quarter + Constant(type, 0.0625) / quarter;
  return half + half;
}

Expr Erf(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("erf", {x});
  // erf(x) = 1 - 2^-q, q = x g(x): no case for small arguments is needed, and none for large ones.
  Expr magnitude = AtMost(Magnitude(x), 3.95);
  Expr g = terms.Polynomial(
      magnitude, {1.6279070377349854, 0.9184446930885315, 0.14832161366939545, -0.027852509170770645,
                  0.0002658063604030758, 0.001827450469136238, -0.0005570185021497309, 5.9696059906855226e-05});
  // The sign of 2^-q - 1 is that of -x.
  Expr negative = ScaledExp2m1(terms, FlipSign(g * magnitude, SignMask(x.type())), 0);
  return FlipSign(Magnitude(negative), SignBit(x));
}

// Computes erfc of a float in double, where the square of a float is exact and 2 - erfc(|x|) loses nothing.
Expr Erfc(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("erfc", {x});
  // From here on the result rounds to 0.
  Expr magnitude = cast<double>(AtMost(Magnitude(x), 10.25));
  Type type = magnitude.type();
  Expr share = Constant(type, 1) / (magnitude + Constant(type, 3));
  // (m + 3) e^(m^2) erfc(m) as a polynomial of (m - 3) / (m + 3).
  Expr series =
      terms.Polynomial((magnitude - Constant(type, 3)) * share,
                       {1.0740069070848595, -0.8833944538642626, 0.5902283580786695, -0.31046722477894023,
                        0.11952774208058943, -0.02682780464341665, -0.0012124680248479132, 0.003037741509253378,
                        -0.0005461159326154586, -0.0002872180731581999, 9.641630531436862e-05, 3.979940659006412e-05});
  Reduced reduced = ReduceByLn2(terms, -(magnitude * magnitude));
  Expr power = ExpOfRest(terms, reduced.rest) * PowerOfTwo(reduced.n.bits, 0, type);
  Expr tail = power * series * share;
  Expr zero = Halide::Internal::make_zero(AsBits(x).type());
  return cast<float>(select(SignBit(x) != zero, Constant(type, 2) - tail, tail));
}

}  // namespace opdk::codegen
