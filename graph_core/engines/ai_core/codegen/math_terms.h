// Building blocks of the functions of the generated mathematics. Float types are float and double.
#pragma once

#include <Halide.h>

#include <initializer_list>
#include <vector>

namespace opdk::codegen {

inline Halide::Expr Constant(Halide::Type type, double value) { return Halide::Internal::make_const(type, value); }
Halide::Expr Infinity(Halide::Type type);
Halide::Expr NotANumber(Halide::Type type);

// Returns a float's bits as an unsigned integer; FromBits is the inverse.
Halide::Expr AsBits(const Halide::Expr& x);
Halide::Expr FromBits(const Halide::Expr& bits);
Halide::Expr BitsConstant(Halide::Type float_type, uint64_t bits);
// Returns a number with only the sign bit set.
Halide::Expr SignMask(Halide::Type float_type);
// Returns the bits of `x` with all but the sign bit cleared.
Halide::Expr SignBit(const Halide::Expr& x);
// Returns |x|. Halide's abs leaves a double's -0 as it is.
Halide::Expr Magnitude(const Halide::Expr& x);
// Returns `x` with its sign inverted where `sign_bit` is set.
Halide::Expr FlipSign(const Halide::Expr& x, const Halide::Expr& sign_bit);

// Limits `x` to the bound. NaN stays NaN, since comparisons with NaN are false.
Halide::Expr AtMost(const Halide::Expr& x, double high);
Halide::Expr AtLeast(const Halide::Expr& x, double low);

// Calls a function of the C library once per lane.
Halide::Expr Library(const char* name, const std::vector<Halide::Expr>& args);

// The nearest whole number, and its low bits: those of a float with the number added to its last bit.
struct Rounded {
  Halide::Expr value;
  Halide::Expr bits;
};
// Rounds `x` to the nearest whole number. |x| must stay below 2^22 (float) or 2^51 (double).
Rounded RoundedToWhole(const Halide::Expr& x);

class Terms {
 public:
  // Makes the terms for a target. `fma`: the target multiplies and adds in one instruction, with one rounding.
  explicit Terms(bool fma) : fma_(fma) {}
  bool fma() const { return fma_; }

  // Returns a * b + c.
  Halide::Expr Fma(const Halide::Expr& a, const Halide::Expr& b, const Halide::Expr& c) const;
  Halide::Expr Polynomial(const Halide::Expr& x, std::initializer_list<double> ascending) const;
  // Rounds a * b to the nearest whole number. |a * b| has the bounds of RoundedToWhole.
  Rounded RoundedProduct(const Halide::Expr& a, double b) const;

 private:
  bool fma_;
};

// Returns 2^(n + offset), with n given as Rounded::bits. The exponent must be that of a normal number.
Halide::Expr PowerOfTwo(const Halide::Expr& bits, int offset, Halide::Type type);

// A positive number as mantissa * 2^exponent with the mantissa within [sqrt(1/2), sqrt(2)). Subnormal numbers, zero,
// negative ones, infinity and NaN give some finite numbers.
struct Parts {
  Halide::Expr mantissa;
  Halide::Expr exponent;         // as a float number
  Halide::Expr biased_exponent;  // as bits
};
Parts Decompose(const Halide::Expr& x);

// Returns whether the type is double, not float.
inline bool Wide(const Halide::Type& type) { return type.bits() == 64; }
inline bool Wide(const Halide::Expr& x) { return Wide(x.type()); }
inline int MantissaBits(Halide::Type type) { return Wide(type) ? 52 : 23; }

}  // namespace opdk::codegen
