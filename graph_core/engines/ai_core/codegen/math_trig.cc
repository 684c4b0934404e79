#include "graph_core/engines/ai_core/codegen/math_functions.h"
#include "graph_core/engines/ai_core/codegen/rare_path.h"

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::select;
using Halide::Type;

constexpr double kHalfPi = 1.5707963267948966;
constexpr double kHalfPiLow = 6.123233995736766e-17;  // the rest of pi / 2

// |x| = n pi / 2 + rest; `quadrant` holds n in its low bits.
struct Turned {
  Expr rest;
  Expr quadrant;
  Expr common;  // the arguments for which this holds
};

Turned ReduceByHalfPi(const Terms& terms, const Expr& x) {
  Expr magnitude = Magnitude(x);
  Rounded n = terms.RoundedProduct(magnitude, 0.6366197723675814);
  // 33 bits of pi / 2 and 33 more: their products with n are exact.
  constexpr double kFirst = 1.5707963267341256, kSecond = 6.077100506303966e-11, kThird = 2.0222662487959506e-21;
  Type wide = Halide::Float(64);
  Expr turns = cast(wide, n.value);
  Expr rest = terms.Fma(turns, Constant(wide, -kFirst), cast(wide, magnitude));
  // As bits, which are ordered like the numbers, NaN and infinity are great too.
  Expr limit = AsBits(Constant(x.type(), Wide(x) ? 0x1p19 : 0x1p17));
  Expr common = AsBits(magnitude) < limit;
  if (!Wide(x)) {
    rest = terms.Fma(turns, Constant(wide, -(kSecond + kThird)), rest);
    return {cast(x.type(), rest), n.bits, common};
  }
  rest = terms.Fma(turns, Constant(wide, -kSecond), rest);
  return {terms.Fma(turns, Constant(wide, -kThird), rest), n.bits, common};
}

Expr SinOfRest(const Terms& terms, const Expr& r, const Expr& square) {
  Expr tail = Wide(r)
                  ? terms.Polynomial(square, {-0.1666666666666663, 0.008333333333321787, -0.00019841269829280994,
                                              2.755731350160825e-06, -2.505072726629121e-08, 1.5894952345859717e-10})
                  : terms.Polynomial(square, {-0.16666650772094727, 0.008331910707056522, -0.00019481327035464346});
  return terms.Fma(tail * square, r, r);
}

Expr CosOfRest(const Terms& terms, const Expr& square) {
  Expr tail = Wide(square)
                  ? terms.Polynomial(square, {0.041666666666666595, -0.0013888888888873292, 2.480158728893169e-05,
                                              -2.755731418495905e-07, 2.087569947983447e-09, -1.1358366325896056e-11})
                  : terms.Polynomial(square, {0.04166663810610771, -0.0013886947417631745, 2.439151649014093e-05});
  Expr half = terms.Fma(tail, square, Constant(square.type(), -0.5));
  return terms.Fma(half, square, Constant(square.type(), 1));
}

Expr Odd(const Expr& quadrant) {
  return (quadrant & Halide::Internal::make_one(quadrant.type())) != Halide::Internal::make_zero(quadrant.type());
}

// Returns the sign bit, set if the second bit of the quadrant is set.
Expr HalfTurn(const Expr& quadrant) {
  int bits = quadrant.type().bits();
  return (quadrant << (bits - 2)) & Halide::Internal::make_const(quadrant.type(), uint64_t{1} << (bits - 1));
}

// Returns the tail of asin: asin(x) = x + x^3 * AsinTail(x^2), for x^2 up to 1/4.
Expr AsinTail(const Terms& terms, const Expr& square) {
  return terms.Polynomial(square, {0.16666753590106964, 0.07495252043008804, 0.0454760380089283, 0.024152128025889397,
                                   0.042211711406707764});
}

// Returns atan(z) for z in [0, 1].
Expr AtanToOne(const Terms& terms, const Expr& z) {
  Expr square = z * z;
  Expr tail = terms.Polynomial(
      square, {-0.33333301544189453, 0.1999862641096115, -0.14265091717243195, 0.1095665767788887, -0.08416460454463959,
               0.05817805230617523, -0.03139446675777435, 0.011029032990336418, -0.0018187612295150757});
  return terms.Fma(tail * square, z, z);
}

// Returns `turns` * pi / 2 - x, with the constant split into two floats.
Expr FromHalfTurns(int turns, const Expr& x) {
  constexpr float kHigh = 1.5707963705062866F, kLow = -4.3711390001862426e-08F;
  auto scale = static_cast<float>(turns);
  return (scale * kHigh) - (x - scale * kLow);
}

}  // namespace

Expr Sin(const Terms& terms, const Expr& x) {
  Turned turned = ReduceByHalfPi(terms, x);
  Expr square = turned.rest * turned.rest;
  Expr value = select(Odd(turned.quadrant), CosOfRest(terms, square), SinOfRest(terms, turned.rest, square));
  return UnlessRare(turned.common, FlipSign(value, HalfTurn(turned.quadrant) ^ SignBit(x)), Library("sin", {x}));
}

Expr Cos(const Terms& terms, const Expr& x) {
  Turned turned = ReduceByHalfPi(terms, x);
  Expr square = turned.rest * turned.rest;
  Expr value = select(Odd(turned.quadrant), SinOfRest(terms, turned.rest, square), CosOfRest(terms, square));
  Expr sign = HalfTurn(turned.quadrant + Halide::Internal::make_one(turned.quadrant.type()));
  return UnlessRare(turned.common, FlipSign(value, sign), Library("cos", {x}));
}

Expr Tan(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("tan", {x});
  Turned turned = ReduceByHalfPi(terms, x);
  Expr square = turned.rest * turned.rest;
  Expr sine = SinOfRest(terms, turned.rest, square), cosine = CosOfRest(terms, square);
  Expr odd = Odd(turned.quadrant);
  Expr value = select(odd, cosine, sine) / select(odd, sine, cosine);
  // In odd quadrants it is -cos / sin.
  Expr sign = (turned.quadrant << 31) ^ SignBit(x);
  return UnlessRare(turned.common, FlipSign(value, sign), Library("tan", {x}));
}

Expr Asin(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("asin", {x});
  Expr magnitude = Magnitude(x);
  // asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)); beyond 1 the root is NaN.
  Expr upper = 0.5f < magnitude;
  Expr square = select(upper, 0.5f - 0.5f * magnitude, magnitude * magnitude);
  Expr z = select(upper, Halide::sqrt(square), magnitude);
  Expr angle = terms.Fma(AsinTail(terms, square) * square, z, z);
  return FlipSign(select(upper, FromHalfTurns(1, angle + angle), angle), SignBit(x));
}

Expr Acos(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("acos", {x});
  Expr magnitude = Magnitude(x);
  Expr upper = 0.5f < magnitude;
  Expr square = select(upper, 0.5f - 0.5f * magnitude, magnitude * magnitude);
  Expr z = select(upper, Halide::sqrt(square), x);
  Expr angle = terms.Fma(AsinTail(terms, square) * square, z, z);
  Expr twice = angle + angle;
  return select(upper, select(x < 0.0f, FromHalfTurns(2, twice), twice), FromHalfTurns(1, angle));
}

Expr Atan(const Terms& terms, const Expr& x) {
  if (Wide(x)) return Library("atan", {x});
  Expr magnitude = Magnitude(x);
  Expr upper = 1.0f < magnitude;
  Expr angle = AtanToOne(terms, select(upper, 1.0f / magnitude, magnitude));
  return FlipSign(select(upper, FromHalfTurns(1, angle), angle), SignBit(x));
}

Expr Atan2(const Terms& terms, const Expr& y, const Expr& x) {
  if (Wide(x)) return Library("atan2", {y, x});
  Expr height = Magnitude(y), width = Magnitude(x);
  Expr steep = width < height;
  Expr lesser = select(steep, width, height), greater = select(steep, height, width);
  // 0 / 0 counts as 0, infinity / infinity as 1.
  Expr ratio = select(lesser == greater, select(lesser == 0.0f, 0.0f, 1.0f), lesser / greater);
  Expr angle = AtanToOne(terms, ratio);
  angle = select(steep, FromHalfTurns(1, angle), angle);
  // The sign of -0 counts.
  Expr left = SignBit(x) != Halide::Internal::make_zero(Halide::UInt(32));
  angle = FlipSign(select(left, FromHalfTurns(2, angle), angle), SignBit(y));
  return select(Halide::is_nan(x) || Halide::is_nan(y), NotANumber(x.type()), angle);
}

}  // namespace opdk::codegen
