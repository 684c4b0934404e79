#include "graph_core/engines/ai_core/codegen/math_terms.h"

#include <limits>
#include <string>

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::reinterpret;
using Halide::select;
using Halide::Type;
using Halide::Internal::Call;

int ExponentBias(Type type) { return Wide(type) ? 1023 : 127; }
uint64_t One(Type type) { return Wide(type) ? 0x3ff0000000000000 : 0x3f800000; }
Type BitsOf(Type type) { return type.with_code(halide_type_uint); }

// Returns 1.5 * 2^23 (2^52 for double). Adding it leaves no bits behind the point, and the processor rounds to nearest.
Expr Magic(Type type) { return Constant(type, Wide(type) ? 6755399441055744.0 : 12582912.0); }

Rounded WithoutMagic(const Expr& sum) {
  Expr kept = Halide::strict_float(sum);
  return {Halide::strict_float(kept - Magic(sum.type())), AsBits(kept)};
}

}  // namespace

Expr Infinity(Type type) { return Constant(type, std::numeric_limits<double>::infinity()); }
Expr NotANumber(Type type) { return Constant(type, std::numeric_limits<double>::quiet_NaN()); }

Expr AsBits(const Expr& x) { return reinterpret(BitsOf(x.type()), x); }
Expr FromBits(const Expr& bits) { return reinterpret(bits.type().with_code(halide_type_float), bits); }
Expr BitsConstant(Type float_type, uint64_t bits) { return Halide::Internal::make_const(BitsOf(float_type), bits); }
Expr SignMask(Type float_type) { return BitsConstant(float_type, uint64_t{1} << (float_type.bits() - 1)); }
Expr SignBit(const Expr& x) { return AsBits(x) & SignMask(x.type()); }
Expr Magnitude(const Expr& x) { return FromBits(AsBits(x) & ~SignMask(x.type())); }
Expr FlipSign(const Expr& x, const Expr& sign_bit) { return FromBits(AsBits(x) ^ sign_bit); }

Expr AtMost(const Expr& x, double high) { return select(Constant(x.type(), high) < x, Constant(x.type(), high), x); }
Expr AtLeast(const Expr& x, double low) { return select(x < Constant(x.type(), low), Constant(x.type(), low), x); }

Expr Library(const char* name, const std::vector<Expr>& args) {
  Type type = args[0].type();
  return Call::make(type, Wide(type) ? std::string(name) : std::string(name) + "f", args, Call::PureExtern);
}

Expr Terms::Fma(const Expr& a, const Expr& b, const Expr& c) const {
  if (!fma_) return a * b + c;
  return Call::make(a.type(), Wide(a.type()) ? "llvm.fma.f64" : "llvm.fma.f32", {a, b, c}, Call::PureExtern);
}

Expr Terms::Polynomial(const Expr& x, std::initializer_list<double> ascending) const {
  const double* coefficient = std::end(ascending);
  Expr result = Constant(x.type(), *--coefficient);
  while (coefficient != std::begin(ascending)) result = Fma(result, x, Constant(x.type(), *--coefficient));
  return result;
}

Rounded Terms::RoundedProduct(const Expr& a, double b) const {
  return WithoutMagic(Fma(a, Constant(a.type(), b), Magic(a.type())));
}

Rounded RoundedToWhole(const Expr& x) { return WithoutMagic(x + Magic(x.type())); }

Expr PowerOfTwo(const Expr& bits, int offset, Type type) {
  // The magic number's own bits leave on the left.
  uint64_t base = One(type) + (static_cast<uint64_t>(static_cast<int64_t>(offset)) << MantissaBits(type));
  if (!Wide(type)) base &= 0xffffffff;
  return FromBits((bits << MantissaBits(type)) + BitsConstant(type, base));
}

Parts Decompose(const Expr& x) {
  Type type = x.type();
  int shift = MantissaBits(type);
  uint64_t sqrt_half = Wide(type) ? 0x3fe6a09e667f3bcd : 0x3f3504f3;
  Expr bits = AsBits(x) + BitsConstant(type, One(type) - sqrt_half);
  Expr biased = bits >> shift;
  Expr mantissa = FromBits((bits & BitsConstant(type, (uint64_t{1} << shift) - 1)) + BitsConstant(type, sqrt_half));
  // The exponent's bits under those of 2^52 (2^23) are the number 2^52 + exponent: conversion from integers of 64 bits
  // is not an instruction everywhere.
  double power = Wide(type) ? 4503599627370496.0 : 8388608.0;
  Expr exponent = FromBits(biased | BitsConstant(type, Wide(type) ? 0x4330000000000000 : 0x4b000000));
  return {mantissa, exponent - Constant(type, power + ExponentBias(type)), biased};
}

}  // namespace opdk::codegen
