#include "graph_core/engines/ai_core/codegen/math.h"

#include "graph_core/engines/ai_core/codegen/math_functions.h"
#include "graph_core/engines/ai_core/codegen/math_integer.h"

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::select;
using Halide::Type;

Expr Negate(const Expr& x) {
  if (!x.type().is_float()) return NegateInteger(x);
  // Halide's -x is 0 - x, which gives 0 for 0 where -0 is due.
  return FlipSign(x, SignMask(x.type()));
}

Expr Remainder(const Expr& a, const Expr& b, bool sign_of_divisor) {
  Type type = a.type();
  Expr zero = Halide::Internal::make_zero(type);
  Expr result = type.is_float() ? Fmod(a, b) : IntegerDivide(a, b, true);
  if (!sign_of_divisor || type.is_uint()) return result;
  return select(result != zero && (result < zero) != (b < zero),
                type.is_float() ? result + b : Wrapping(result, b, [](const Expr& x, const Expr& y) { return x + y; }),
                result);
}

// Returns a == b, false where either is NaN. Halide takes x == x for true, which is wrong for NaN. For two single
// numbers of which one is NaN, the processor's answer is "equal", the way Halide asks.
Expr Equal(const Expr& a, const Expr& b) {
  if (!a.type().is_float()) return a == b;
  if (a.same_as(b)) return !Halide::is_nan(a);
  return a == b && !Halide::is_nan(a) && !Halide::is_nan(b);
}

// Returns a < b, false where either is NaN. Halide computes comparisons, which are no floats, as if there were no NaN.
// It does so even where it is told that there may be NaN.
Expr Less(const Expr& a, const Expr& b) { return a.type().is_float() ? Halide::strict_float(a < b) : a < b; }

// Returns a <= b, false where either is NaN. Halide turns it into !(b < a), which is true for NaN. In vectors, a choice
// by `a < b || a == b` takes NaN for less.
Expr LessOrEqual(const Expr& a, const Expr& b) {
  if (!a.type().is_float()) return a <= b;
  return !(Halide::is_nan(a) || Halide::is_nan(b) || Less(b, a));
}

Expr PropagatingMax(const Expr& a, const Expr& b) {
  if (!a.type().is_float()) return Halide::max(a, b);
  return select(Halide::is_nan(a) || Less(b, a), a, b);
}

Expr PropagatingMin(const Expr& a, const Expr& b) {
  if (!a.type().is_float()) return Halide::min(a, b);
  return select(Halide::is_nan(a) || Less(a, b), a, b);
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

}  // namespace

Expr Math::Unary(tbe::UnaryOp op, const Expr& x) const {
  Type type = x.type();
  auto constant = [&](double value) { return Constant(type, value); };
  switch (op) {
    case tbe::UnaryOp::kNeg:
      return Negate(x);
    case tbe::UnaryOp::kAbs:
      if (type.is_float()) return Magnitude(x);
      return type.is_uint() ? x : select(x < Halide::Internal::make_zero(type), Negate(x), x);
    case tbe::UnaryOp::kExp:
      return Exp(terms_, x);
    case tbe::UnaryOp::kLog:
      return Log(terms_, x);
    case tbe::UnaryOp::kSqrt:
      return Halide::sqrt(x);
    case tbe::UnaryOp::kRsqrt:
      return constant(1) / Halide::sqrt(x);
    case tbe::UnaryOp::kReciprocal:
      return constant(1) / x;
    case tbe::UnaryOp::kErf:
      return Erf(terms_, x);
    case tbe::UnaryOp::kErfc:
      return Erfc(terms_, x);
    case tbe::UnaryOp::kTanh:
      return Tanh(terms_, x);
    case tbe::UnaryOp::kSigmoid:
      return Sigmoid(terms_, x);
    case tbe::UnaryOp::kSin:
      return Sin(terms_, x);
    case tbe::UnaryOp::kCos:
      return Cos(terms_, x);
    case tbe::UnaryOp::kTan:
      return Tan(terms_, x);
    case tbe::UnaryOp::kAsin:
      return Asin(terms_, x);
    case tbe::UnaryOp::kAcos:
      return Acos(terms_, x);
    case tbe::UnaryOp::kAtan:
      return Atan(terms_, x);
    case tbe::UnaryOp::kSinh:
      return Sinh(terms_, x);
    case tbe::UnaryOp::kCosh:
      return Cosh(terms_, x);
    case tbe::UnaryOp::kAsinh:
      return Asinh(terms_, x);
    case tbe::UnaryOp::kAcosh:
      return Acosh(terms_, x);
    case tbe::UnaryOp::kAtanh:
      return Atanh(terms_, x);
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
      // Halide takes it that no NaN is compared: of a single number the processor's answer for NaN is "equal".
      return type.is_float() ? Magnitude(x) == Infinity(type) && !Halide::is_nan(x) : Halide::Internal::const_false();
    case tbe::UnaryOp::kExpm1:
      return Expm1(terms_, x);
    case tbe::UnaryOp::kLog1p:
      return Log1p(terms_, x);
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
      return type.is_float() ? Pow(terms_, a, b) : IntegerPower(a, b);
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
      return logic ? !a && b : Less(a, b);
    case tbe::BinaryOp::kLessEqual:
      return logic ? !a || b : LessOrEqual(a, b);
    case tbe::BinaryOp::kGreater:
      return logic ? a && !b : Less(b, a);
    case tbe::BinaryOp::kGreaterEqual:
      return logic ? a || !b : LessOrEqual(b, a);
    case tbe::BinaryOp::kEqual:
      return Equal(a, b);
    case tbe::BinaryOp::kNotEqual:
      return !Equal(a, b);
    case tbe::BinaryOp::kAtan2:
      return Atan2(terms_, a, b);
    case tbe::BinaryOp::kShiftLeft:
      return Shift(a, b, true);
    case tbe::BinaryOp::kShiftRight:
      return Shift(a, b, false);
  }
  return a;
}

Expr Math::Cast(const Expr& x, ge::DataType from, ge::DataType to, tbe::Rounding rounding) const {
  Type from_type = ComputeType(from), to_type = ComputeType(to);
  if (to == ge::DT_BOOL) return from == ge::DT_BOOL ? x : !Equal(x, Halide::Internal::make_zero(from_type));
  if (from == ge::DT_BOOL) return select(x, Halide::Internal::make_one(to_type), Halide::Internal::make_zero(to_type));
  if (to == ge::DT_FLOAT16 || to == ge::DT_BF16) return Load(Store(Narrowed(x, to), to), to);
  if (to_type.is_float()) return cast(to_type, x);
  return from_type.is_float() ? FloatToInteger(RoundFloat(x, rounding), to_type) : cast(to_type, x);
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
