#include "graph_core/engines/ai_core/codegen/math_integer.h"

#include <cmath>

namespace opdk::codegen {

using Halide::cast;
using Halide::Expr;
using Halide::reinterpret;
using Halide::select;
using Halide::Type;
using Halide::Internal::Call;

Expr NegateInteger(const Expr& x) {
  return Wrapping(Halide::Internal::make_zero(x.type()), x, [](const Expr& a, const Expr& b) { return a - b; });
}

namespace {

// Divides by a number other than 0, in unsigned arithmetic. Halide 14's division towards zero by a number multiplies
// with a wrong constant (22 for -128 / 3).
Expr DivideByNumber(const Expr& a, int64_t number, bool remainder) {
  const Type type = a.type(), bits = type.with_code(halide_type_uint);
  const Expr zero = Halide::Internal::make_zero(bits);
  const uint64_t size = number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  const Expr divisor = Halide::Internal::make_const(bits, size);
  const Expr negative = a < Halide::Internal::make_zero(type);
  const Expr value = reinterpret(bits, a);
  const Expr magnitude = select(negative, zero - value, value);
  const Expr result = remainder ? magnitude % divisor : magnitude / divisor;
  const Expr turned = remainder || number > 0 ? negative : !negative;
  return reinterpret(type, select(turned, zero - result, result));
}

}  // namespace

Expr IntegerDivide(const Expr& a, const Expr& b, bool remainder) {
  Type type = a.type();
  const int64_t* number = Halide::Internal::as_const_int(b);
  if (number != nullptr && *number != 0) return DivideByNumber(a, *number, remainder);
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
  return select(b == zero, zero, type.is_int() ? select(traps, NegateInteger(a), result) : result);
}

// Computes the power by repeated squaring.
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

Expr FloatToInteger(const Expr& x, Type to) {
  // 2^n, the first number that is too large, is exact in floating point where the largest integer is not.
  int magnitude_bits = to.is_int() ? to.bits() - 1 : to.bits();
  Expr limit = Constant(x.type(), std::ldexp(1.0, magnitude_bits));
  Expr lowest = Constant(x.type(), to.is_int() ? -std::ldexp(1.0, magnitude_bits) : 0.0);
  Expr in_range = select(x >= lowest && x < limit, x, Constant(x.type(), 0));
  Expr result;
  if (to.is_uint() && to.bits() == 64) {
    // Every target can convert to signed integers.
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
  return select(x < limit, select(x < lowest, to.min(), result),
                select(Halide::is_nan(x), Halide::Internal::make_zero(to), to.max()));
}

}  // namespace opdk::codegen
