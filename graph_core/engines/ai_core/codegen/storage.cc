#include <cmath>

#include "graph_core/engines/ai_core/codegen/math.h"

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::reinterpret;
using Halide::select;
using Halide::Type;

Expr Bits(uint32_t bits) { return Halide::Internal::make_const(Halide::UInt(32), uint64_t{bits}); }
Expr WideBits(uint64_t bits) { return Halide::Internal::make_const(Halide::UInt(64), bits); }

// Clears the bits of `x` below bit `kept`, and sets bit `kept` if any of them was set. Rounding the result to fewer
// bits than those above `kept` gives the same number as rounding x.
Expr Sticky(const Expr& x, int kept) {
  const Expr low = x & WideBits((uint64_t{1} << kept) - 1);
  return (x - low) | select(low != WideBits(0), WideBits(uint64_t{1} << kept), WideBits(0));
}

// Returns a double that rounds to the same bfloat16 as an integer of at least 32 bits. A double holds 53 bits.
Expr DoubleOfInteger(const Expr& x) {
  const Type type = x.type();
  if (type.bits() < 64) return cast<double>(x);
  const auto of_magnitude = [](const Expr& magnitude) {
    return cast<double>(select((magnitude >> 53) != WideBits(0), Sticky(magnitude, 11), magnitude));
  };
  if (type.is_uint()) return of_magnitude(x);
  const Expr negative = x < Halide::Internal::make_zero(type);
  const Expr bits = reinterpret<uint64_t>(x);
  const Expr real = of_magnitude(select(negative, WideBits(0) - bits, bits));
  return select(negative, -real, real);
}

// Returns a float that rounds to the same 16-bit float as a double. A float has 29 bits less. Numbers of its subnormal
// range, which matter to bfloat16 alone, are counted in its smallest number, 2^-149.
Expr FloatOfDouble(const Expr& x, ge::DataType dtype) {
  const Expr bits = reinterpret<uint64_t>(x);
  Expr normal = cast<float>(reinterpret<double>(Sticky(bits, 29)));
  if (dtype == ge::DT_FLOAT16) return normal;
  const Expr magnitude = bits & WideBits(0x7fffffffffffffff);
  const Expr is_tiny = magnitude < WideBits(0x3810000000000000);  // 2^-126
  const Expr tiny = reinterpret<double>(select(is_tiny, magnitude, WideBits(0)));
  const Expr count = tiny * Constant(Halide::Float(64), std::ldexp(1.0, 149));
  const Expr whole = cast<uint32_t>(count);
  const Expr sticky = select(cast<double>(whole) < count, whole | Bits(1), whole);
  const Expr sign = cast<uint32_t>(bits >> 32) & Bits(0x80000000);
  return select(is_tiny, reinterpret<float>(sticky | sign), normal);
}

}  // namespace

Type StorageType(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_FLOAT:
      return Halide::Float(32);
    case ge::DT_DOUBLE:
      return Halide::Float(64);
    case ge::DT_INT8:
      return Halide::Int(8);
    case ge::DT_INT16:
      return Halide::Int(16);
    case ge::DT_INT32:
      return Halide::Int(32);
    case ge::DT_INT64:
      return Halide::Int(64);
    case ge::DT_UINT16:
    case ge::DT_FLOAT16:  // as bits: the conversions are our own
    case ge::DT_BF16:
      return Halide::UInt(16);
    case ge::DT_UINT32:
      return Halide::UInt(32);
    case ge::DT_UINT64:
      return Halide::UInt(64);
    default:  // uint8, and bool as bytes
      return Halide::UInt(8);
  }
}

Type ComputeType(ge::DataType dtype) {
  if (dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16) return Halide::Float(32);
  if (dtype == ge::DT_BOOL) return Halide::Bool();
  return StorageType(dtype);
}

Expr Load(const Expr& stored, ge::DataType dtype) {
  if (dtype == ge::DT_BOOL) return stored != cast<uint8_t>(0);
  if (dtype == ge::DT_BF16) return reinterpret<float>(cast<uint32_t>(stored) << 16);
  if (dtype != ge::DT_FLOAT16) return stored;
  Expr bits = cast<uint32_t>(stored);
  Expr magnitude = (bits & Bits(0x7fff)) << 13;
  // Scaling by 2^112 moves the exponent to its place, subnormal numbers included.
  Expr finite = reinterpret<uint32_t>(reinterpret<float>(magnitude) * 5.192296858534828e33f);
  Expr special = magnitude | Bits(0x7f800000);
  Expr value = select(magnitude < (Bits(0x7c00) << 13), finite, special);
  return reinterpret<float>(value | ((bits & Bits(0x8000)) << 16));
}

Expr Store(const Expr& value, ge::DataType dtype) {
  if (dtype == ge::DT_BOOL) return cast<uint8_t>(value);
  if (dtype != ge::DT_FLOAT16 && dtype != ge::DT_BF16) return value;
  Expr bits = reinterpret<uint32_t>(value);
  Expr magnitude = bits & Bits(0x7fffffff);
  Expr is_nan = magnitude > Bits(0x7f800000);
  if (dtype == ge::DT_BF16) {
    Expr rounded = (bits + Bits(0x7fff) + ((bits >> 16) & 1u)) >> 16;
    return cast<uint16_t>(select(is_nan, Bits(0x7fc0), rounded));
  }
  // Below 2^-14, adding 0.5 rounds to the multiple of 2^-24 that a subnormal half counts.
  Expr tiny = reinterpret<uint32_t>(reinterpret<float>(magnitude) + 0.5f) - Bits(0x3f000000);
  Expr normal = (magnitude - Bits(0x38000000) + Bits(0xfff) + ((magnitude >> 13) & 1u)) >> 13;
  Expr result = select(is_nan, Bits(0x7e00), magnitude >= Bits(0x477ff000), Bits(0x7c00), magnitude < Bits(0x38800000),
                       tiny, normal);
  return cast<uint16_t>(result | ((bits >> 16) & Bits(0x8000)));
}

Expr Narrowed(const Expr& x, ge::DataType dtype) {
  const Type type = x.type();
  if (type.is_float()) return type.bits() == 64 ? FloatOfDouble(x, dtype) : x;
  // Up to 65520, from where on float16 is infinite, float holds all integers; all of 16 bits anyway.
  if (dtype == ge::DT_FLOAT16 || type.bits() < 32) return cast<float>(x);
  return FloatOfDouble(DoubleOfInteger(x), dtype);
}

}  // namespace opdk::codegen
