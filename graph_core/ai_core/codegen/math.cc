#include "graph_core/ai_core/codegen/math.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::reinterpret;
using Halide::select;
using Halide::Type;
using Halide::Internal::Call;

Expr Infinity(Type type) { return Halide::Internal::make_const(type, std::numeric_limits<double>::infinity()); }
Expr NotANumber(Type type) { return Halide::Internal::make_const(type, std::numeric_limits<double>::quiet_NaN()); }
Expr Constant(Type type, double value) { return Halide::Internal::make_const(type, value); }

// A function of the C library; Halide calls it lane by lane.
Expr Library(const char* name, const std::vector<Expr>& args) {
  Type type = args[0].type();
  return Call::make(type, type.bits() == 64 ? std::string(name) : std::string(name) + "f", args, Call::PureExtern);
}

// Integer arithmetic wraps; Halide takes signed overflow for impossible.
template <typename Op>
Expr Wrapping(const Expr& a, const Expr& b, Op op) {
  Type type = a.type();
  if (!type.is_int() || type.bits() < 32) return op(a, b);
  Type wrapping = type.with_code(halide_type_uint);
  return reinterpret(type, op(reinterpret(wrapping, a), reinterpret(wrapping, b)));
}

Expr Negate(const Expr& x) {
  if (x.type().is_float()) {
    // Halide's -x is 0 - x, which gives 0 for 0 where -0 is due; the sign is turned over as the bit it is.
    const Type bits = x.type().with_code(halide_type_uint);
    return reinterpret(x.type(), reinterpret(bits, x) ^ (Halide::Internal::make_one(bits) << (bits.bits() - 1)));
  }
  return Wrapping(Halide::Internal::make_zero(x.type()), x, [](const Expr& a, const Expr& b) { return a - b; });
}

// Quotient and remainder towards zero. The processor traps for x / 0 and for min / -1: the result is 0 and -x there.
Expr IntegerDivide(const Expr& a, const Expr& b, bool remainder) {
  Type type = a.type();
  Expr zero = Halide::Internal::make_zero(type);
  Expr one = Halide::Internal::make_one(type);
  Expr traps = b == zero;
  if (type.is_int()) traps = traps || b == Constant(type, -1);
  Expr divisor = select(traps, one, b);
  if (remainder) {
    Expr result = Call::make(type, Call::mod_round_to_zero, {a, divisor}, Call::PureIntrinsic);
    return select(traps, zero, result);
  }
  Expr result = Call::make(type, Call::div_round_to_zero, {a, divisor}, Call::PureIntrinsic);
  return select(b == zero, zero, type.is_int() ? select(traps, Negate(a), result) : result);
}

Expr Remainder(const Expr& a, const Expr& b, bool sign_of_divisor) {
  Type type = a.type();
  Expr zero = Halide::Internal::make_zero(type);
  Expr result = type.is_float() ? Library("fmod", {a, b}) : IntegerDivide(a, b, true);
  if (!sign_of_divisor || type.is_uint()) return result;
  return select(result != zero && (result < zero) != (b < zero),
                type.is_float() ? result + b : Wrapping(result, b, [](const Expr& x, const Expr& y) { return x + y; }),
                result);
}

// By squaring; wraps. A negative exponent leaves only the powers of 1 and -1.
Expr IntegerPower(const Expr& a, const Expr& b) {
  Type bits = a.type().with_code(halide_type_uint);
  Expr one = Halide::Internal::make_one(bits);
  Expr base = cast(bits, a), exponent = cast(bits, b), result = one;
  for (int bit = 0; bit < bits.bits(); ++bit) {
    result = select(((exponent >> bit) & one) != 0, result * base, result);
    if (bit + 1 < bits.bits()) base = base * base;
  }
  if (a.type().is_uint()) return result;
  Expr minus_one = Constant(a.type(), -1);
  Expr negative = select(a == 1 || (a == minus_one && (b & 1) == 0), Constant(a.type(), 1),
                         select(a == minus_one, minus_one, Constant(a.type(), 0)));
  return select(b < 0, negative, cast(a.type(), result));
}

// Shifting by the width or more gives 0 (or the sign).
Expr Shift(const Expr& a, const Expr& b, bool left) {
  Type type = a.type();
  Type bits = type.with_code(halide_type_uint);
  Expr amount = cast(bits, b);
  Expr last = Halide::Internal::make_const(bits, type.bits() - 1);
  Expr amount_in_range = Halide::min(amount, last);
  if (left) {
    Expr shifted = reinterpret(bits, a) << amount_in_range;
    return reinterpret(type, select(amount > last, Halide::Internal::make_zero(bits), shifted));
  }
  Expr shifted = a >> amount_in_range;
  return type.is_int() ? shifted : select(amount > last, Halide::Internal::make_zero(type), shifted);
}

// Halide takes x == x for true, which it isn't for NaN.
Expr Equal(const Expr& a, const Expr& b) { return a.type().is_float() && a.same_as(b) ? !Halide::is_nan(a) : a == b; }

// Halide turns a <= b into !(b < a), which is true for NaN.
Expr OrEqual(const Expr& less, const Expr& a, const Expr& b) { return less || a == b; }

Expr PropagatingMax(const Expr& a, const Expr& b) {
  if (!a.type().is_float()) return Halide::max(a, b);
  return select(Halide::is_nan(a) || a > b, a, b);
}

Expr PropagatingMin(const Expr& a, const Expr& b) {
  if (!a.type().is_float()) return Halide::min(a, b);
  return select(Halide::is_nan(a) || a < b, a, b);
}

Expr RoundFloat(const Expr& x, tbe::Rounding rounding) {
  switch (rounding) {
    case tbe::Rounding::kTrunc:
      return Halide::trunc(x);
    case tbe::Rounding::kFloor:
      return Halide::floor(x);
    case tbe::Rounding::kCeil:
      return Halide::ceil(x);
    case tbe::Rounding::kNearestEven:
      return Halide::round(x);
    case tbe::Rounding::kHalfUp: {
      // Not floor(x + 0.5), which is wrong for the largest number below one half.
      Expr below = Halide::floor(x);
      return below + select(x - below >= Constant(x.type(), 0.5), Constant(x.type(), 1), Constant(x.type(), 0));
    }
  }
  return x;
}

// Out of range saturates, NaN becomes 0.
Expr FloatToInteger(const Expr& x, Type to, tbe::Rounding rounding) {
  Expr rounded = RoundFloat(x, rounding);
  // 2^n, the first number that is too large, is exact in floating point where the largest integer is not.
  int magnitude_bits = to.is_int() ? to.bits() - 1 : to.bits();
  Expr limit = Constant(x.type(), std::ldexp(1.0, magnitude_bits));
  Expr lowest = Constant(x.type(), to.is_int() ? -std::ldexp(1.0, magnitude_bits) : 0.0);
  Expr in_range = select(rounded >= lowest && rounded < limit, rounded, Constant(x.type(), 0));
  Expr result;
  if (to.is_uint() && to.bits() == 64) {
    // Conversion to signed is the one every target has.
    Expr half = Constant(x.type(), std::ldexp(1.0, 63));
    Expr upper = in_range >= half;
    Expr low = cast(Halide::Int(64), select(upper, in_range - half, in_range));
    result = reinterpret(to, low) +
             select(upper, Halide::Internal::make_const(to, uint64_t{1}) << 63, Halide::Internal::make_zero(to));
  } else {
    Type wide = to.bits() < 32 ? Halide::Int(32) : (to.is_uint() ? Halide::Int(64) : to);
    result = cast(to, cast(wide, in_range));
  }
  // Halide turns a >= b into !(a < b), which is true for NaN.
  return select(rounded < limit, select(rounded < lowest, to.min(), result),
                select(Halide::is_nan(x), Halide::Internal::make_zero(to), to.max()));
}

}  // namespace

Expr Math::Fma(const Expr& a, const Expr& b, const Expr& c) const {
  if (!fma_) return a * b + c;
  return Call::make(a.type(), a.type().bits() == 64 ? "llvm.fma.f64" : "llvm.fma.f32", {a, b, c}, Call::PureExtern);
}

Expr Math::Polynomial(const Expr& x, std::initializer_list<float> ascending) const {
  const float* coefficient = std::end(ascending);
  Expr result = *--coefficient;
  while (coefficient != std::begin(ascending)) result = Fma(result, x, Expr(*--coefficient));
  return result;
}

Expr Math::Exp(const Expr& x) const {
  if (x.type().bits() == 64) return Library("exp", {x});
  // Comparisons with NaN are false, so NaN passes the clamps and the polynomial carries it to the result.
  Expr high = 89.0f, low = -104.0f;
  Expr clamped = select(x > high, high, select(x < low, low, x));
  Expr multiple = Halide::round(clamped * 1.44269504f);
  Expr rest = Fma(multiple, Expr(-0.693145751953125f), clamped);
  rest = Fma(multiple, Expr(-1.42860677e-6f), rest);
  Expr tail = Polynomial(rest, {0.5f, 0.1666666716337204f, 0.04166625440120697f, 0.008333262987434864f,
                                0.0013947212137281895f, 0.0001991936151171103f});
  Expr mantissa = Fma(tail * rest, rest, rest) + 1.0f;
  // 2^multiple in two factors: their product may be subnormal or infinite, each alone is neither.
  Expr exponent = cast<int32_t>(select(Halide::is_nan(x), 0.0f, multiple));
  Expr half = exponent >> 1;
  auto power = [](const Expr& e) { return reinterpret<float>((e + 127) << 23); };
  return mantissa * power(half) * power(exponent - half);
}

Expr Math::Log(const Expr& x) const {
  if (x.type().bits() == 64) return Library("log", {x});
  Expr subnormal = x < 1.17549435e-38f;
  Expr scaled = select(subnormal, x * 8388608.0f, x);
  Expr bits = reinterpret<int32_t>(scaled);
  // The exponent of the mantissa's representative in [sqrt(1/2), sqrt(2)).
  Expr exponent = (bits - 0x3f3504f3) >> 23;
  Expr mantissa = reinterpret<float>(bits - (exponent << 23));
  Expr power = cast<float>(exponent) + select(subnormal, -23.0f, 0.0f);
  Expr f = mantissa - 1.0f;
  Expr square = f * f;
  Expr tail = Polynomial(
      f, {0.3333331048488617f, -0.24999985098838806f, 0.20002272725105286f, -0.1666935682296753f, 0.14217716455459595f,
          -0.1238180622458458f, 0.11877914518117905f, -0.11807858943939209f, 0.06925865262746811f});
  Expr low = Fma(tail * square, f, power * 1.42860677e-6f);
  low = Fma(square, Expr(-0.5f), low);
  Expr result = Fma(power, Expr(0.693145751953125f), f + low);
  result = select(x == 0.0f, -Infinity(x.type()), select(x < 0.0f, NotANumber(x.type()), result));
  return select(Halide::is_nan(x) || x == Infinity(x.type()), x, result);
}

Expr Math::Tanh(const Expr& x) const {
  if (x.type().bits() == 64) return Library("tanh", {x});
  Expr magnitude = Halide::abs(x);
  Expr square = x * x;
  Expr tail = Polynomial(square, {-0.3333326280117035f, 0.13331198692321777f, -0.05372623726725578f,
                                  0.02060648240149021f, -0.0056762355379760265f});
  // The sum of the zeros of the two terms would lose the sign of x = -0.
  Expr small = select(x == 0.0f, x, Fma(tail * square, x, x));
  Expr large = 1.0f - 2.0f / (Exp(magnitude + magnitude) + 1.0f);
  return select(magnitude < 0.625f, small, select(x < 0.0f, -large, large));
}

Expr Math::Erf(const Expr& x) const {
  if (x.type().bits() == 64) return Library("erf", {x});
  Expr magnitude = Halide::abs(x);
  Expr square = x * x;
  Expr small =
      x * Polynomial(square, {1.1283791065216064f, -0.3761262595653534f, 0.11283600330352783f, -0.026854444295167923f,
                              0.005189535208046436f, -0.0008020841050893068f, 7.889119297033176e-05f});
  Expr clamped = select(magnitude > 4.0f, 4.0f, magnitude);
  Expr large =
      1.0f - Exp(-Polynomial(clamped, {-0.00020206545013934374f, 1.1296494007110596f, 0.6330657601356506f,
                                       0.10860659927129745f, -0.025348925963044167f, 0.004270636476576328f,
                                       -0.00046035784180276096f, 2.4754237529123202e-05f, -2.1208580847087433e-07f}));
  return select(magnitude < 1.0f, small, select(x < 0.0f, -large, large));
}

Expr Math::Expm1(const Expr& x) const {
  if (x.type().bits() == 64) return Library("expm1", {x});
  // (u - 1) (x / log(u)) cancels the rounding of u = exp(x) (Kahan).
  Expr u = Exp(x);
  Expr result = (u - 1.0f) * (x / Log(u));
  result = select(u == 1.0f, x, select(u - 1.0f == -1.0f, -1.0f, result));
  return select(u == Infinity(x.type()), u, result);
}

Expr Math::Log1p(const Expr& x) const {
  if (x.type().bits() == 64) return Library("log1p", {x});
  Expr u = 1.0f + x;
  Expr result = Log(u) * (x / (u - 1.0f));
  return select(u == 1.0f, x, select(u == Infinity(x.type()) || u <= 0.0f, Log(u), result));
}

Expr Math::Unary(tbe::UnaryOp op, const Expr& x) const {
  Type type = x.type();
  auto constant = [&](double value) { return Constant(type, value); };
  switch (op) {
    case tbe::UnaryOp::kNeg:
      return Negate(x);
    case tbe::UnaryOp::kAbs:
      if (type.is_float()) return Halide::abs(x);
      return type.is_uint() ? x : select(x < Halide::Internal::make_zero(type), Negate(x), x);
    case tbe::UnaryOp::kExp:
      return Exp(x);
    case tbe::UnaryOp::kLog:
      return Log(x);
    case tbe::UnaryOp::kSqrt:
      return Halide::sqrt(x);
    case tbe::UnaryOp::kRsqrt:
      return constant(1) / Halide::sqrt(x);
    case tbe::UnaryOp::kReciprocal:
      return constant(1) / x;
    case tbe::UnaryOp::kErf:
      return Erf(x);
    case tbe::UnaryOp::kTanh:
      return Tanh(x);
    case tbe::UnaryOp::kSigmoid:
      return constant(1) / (constant(1) + Exp(-x));
    case tbe::UnaryOp::kSin:
      return Library("sin", {x});
    case tbe::UnaryOp::kCos:
      return Library("cos", {x});
    case tbe::UnaryOp::kTan:
      return Library("tan", {x});
    case tbe::UnaryOp::kAsin:
      return Library("asin", {x});
    case tbe::UnaryOp::kAcos:
      return Library("acos", {x});
    case tbe::UnaryOp::kAtan:
      return Library("atan", {x});
    case tbe::UnaryOp::kSinh:
      return Library("sinh", {x});
    case tbe::UnaryOp::kCosh:
      return Library("cosh", {x});
    case tbe::UnaryOp::kAsinh:
      return Library("asinh", {x});
    case tbe::UnaryOp::kAcosh:
      return Library("acosh", {x});
    case tbe::UnaryOp::kAtanh:
      return Library("atanh", {x});
    case tbe::UnaryOp::kFloor:
      return type.is_float() ? Halide::floor(x) : x;
    case tbe::UnaryOp::kCeil:
      return type.is_float() ? Halide::ceil(x) : x;
    case tbe::UnaryOp::kRound:
      return type.is_float() ? Halide::round(x) : x;
    case tbe::UnaryOp::kTrunc:
      return type.is_float() ? Halide::trunc(x) : x;
    case tbe::UnaryOp::kSign: {
      Expr zero = Halide::Internal::make_zero(type), one = Halide::Internal::make_one(type);
      if (type.is_uint()) return select(x > zero, one, zero);
      // Zeros keep their sign and NaN stays.
      return select(x > zero, one, select(x < zero, Constant(type, -1), x));
    }
    case tbe::UnaryOp::kNot:
      return type.is_bool() ? !x : ~x;
    case tbe::UnaryOp::kIsNan:
      return type.is_float() ? Halide::is_nan(x) : Halide::Internal::const_false();
    case tbe::UnaryOp::kIsInf:
      return type.is_float() ? Halide::abs(x) == Infinity(type) : Halide::Internal::const_false();
    case tbe::UnaryOp::kExpm1:
      return Expm1(x);
    case tbe::UnaryOp::kLog1p:
      return Log1p(x);
  }
  return x;
}

Expr Math::Binary(tbe::BinaryOp op, const Expr& a, const Expr& b) const {
  Type type = a.type();
  bool logic = type.is_bool();
  switch (op) {
    case tbe::BinaryOp::kAdd:
      return Wrapping(a, b, [](const Expr& x, const Expr& y) { return x + y; });
    case tbe::BinaryOp::kSub:
      return Wrapping(a, b, [](const Expr& x, const Expr& y) { return x - y; });
    case tbe::BinaryOp::kMul:
      return Wrapping(a, b, [](const Expr& x, const Expr& y) { return x * y; });
    case tbe::BinaryOp::kDiv:
      return type.is_float() ? a / b : IntegerDivide(a, b, false);
    case tbe::BinaryOp::kMod:
      return Remainder(a, b, true);
    case tbe::BinaryOp::kFmod:
      return Remainder(a, b, false);
    case tbe::BinaryOp::kPow:
      return type.is_float() ? Library("pow", {a, b}) : IntegerPower(a, b);
    case tbe::BinaryOp::kMax:
      return logic ? a || b : PropagatingMax(a, b);
    case tbe::BinaryOp::kMin:
      return logic ? a && b : PropagatingMin(a, b);
    case tbe::BinaryOp::kAnd:
      return logic ? a && b : a & b;
    case tbe::BinaryOp::kOr:
      return logic ? a || b : a | b;
    case tbe::BinaryOp::kXor:
      return logic ? a != b : a ^ b;
    case tbe::BinaryOp::kLess:
      return logic ? !a && b : a < b;
    case tbe::BinaryOp::kLessEqual:
      return logic ? !a || b : OrEqual(a < b, a, b);
    case tbe::BinaryOp::kGreater:
      return logic ? a && !b : a > b;
    case tbe::BinaryOp::kGreaterEqual:
      return logic ? a || !b : OrEqual(b < a, a, b);
    case tbe::BinaryOp::kEqual:
      return Equal(a, b);
    case tbe::BinaryOp::kNotEqual:
      return !Equal(a, b);
    case tbe::BinaryOp::kAtan2:
      return Library("atan2", {a, b});
    case tbe::BinaryOp::kShiftLeft:
      return Shift(a, b, true);
    case tbe::BinaryOp::kShiftRight:
      return Shift(a, b, false);
  }
  return a;
}

Expr Math::Cast(const Expr& x, ge::DataType from, ge::DataType to, tbe::Rounding rounding) const {
  Type from_type = ComputeType(from), to_type = ComputeType(to);
  if (to == ge::DT_BOOL) return from == ge::DT_BOOL ? x : x != Halide::Internal::make_zero(from_type);
  if (from == ge::DT_BOOL) return select(x, Halide::Internal::make_one(to_type), Halide::Internal::make_zero(to_type));
  if (to_type.is_float()) {
    return Load(Store(cast(to_type, x), to), to);
  }
  return from_type.is_float() ? FloatToInteger(x, to_type, rounding) : cast(to_type, x);
}

Expr Math::Reduce(tbe::ReduceOp op, const Expr& a, const Expr& b) const {
  switch (op) {
    case tbe::ReduceOp::kSum:
      return Binary(tbe::BinaryOp::kAdd, a, b);
    case tbe::ReduceOp::kProd:
      return Binary(tbe::BinaryOp::kMul, a, b);
    case tbe::ReduceOp::kMax:
      return Binary(tbe::BinaryOp::kMax, a, b);
    case tbe::ReduceOp::kMin:
      return Binary(tbe::BinaryOp::kMin, a, b);
    case tbe::ReduceOp::kAny:
      return Binary(tbe::BinaryOp::kOr, a, b);
    case tbe::ReduceOp::kAll:
      return Binary(tbe::BinaryOp::kAnd, a, b);
  }
  return a;
}

Expr Math::Identity(tbe::ReduceOp op, Type type) const {
  bool logic = type.is_bool();
  switch (op) {
    case tbe::ReduceOp::kSum:
    case tbe::ReduceOp::kAny:
      return Halide::Internal::make_zero(type);
    case tbe::ReduceOp::kProd:
      return Halide::Internal::make_one(type);
    case tbe::ReduceOp::kMax:
      return logic ? Halide::Internal::const_false() : type.is_float() ? -Infinity(type) : type.min();
    case tbe::ReduceOp::kMin:
      return logic ? Halide::Internal::const_true() : type.is_float() ? Infinity(type) : type.max();
    case tbe::ReduceOp::kAll:
      if (logic) return Halide::Internal::const_true();
      return ~Halide::Internal::make_zero(type);
  }
  return Halide::Internal::make_zero(type);
}

Expr Math::Number(const tbe::Number& value, ge::DataType dtype) const {
  Type type = ComputeType(dtype);
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    if (type.is_bool()) return Halide::Internal::make_bool(*integer != 0);
    if (type.is_float()) return Constant(type, static_cast<double>(*integer));
    if (type.is_uint()) return Halide::Internal::make_const(type, static_cast<uint64_t>(*integer));
    return Halide::Internal::make_const(type, *integer);
  }
  double number = std::get<double>(value);
  if (type.is_bool()) return Halide::Internal::make_bool(number != 0);
  if (type.is_int()) return Halide::Internal::make_const(type, static_cast<int64_t>(number));
  if (type.is_uint()) return Halide::Internal::make_const(type, static_cast<uint64_t>(number));
  return Load(Store(Constant(type, number), dtype), dtype);
}

}  // namespace opdk::codegen
