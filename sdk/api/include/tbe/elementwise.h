// The tensor-expression language, part 1: placeholders, numbers, and functions that work element by element.
//
// Shapes. Functions of several tensors broadcast them as numpy does: shapes are aligned at the last axis, and an extent
// of 1 (or a missing axis) repeats.
// Dtypes. All tensors of a call have the same dtype (cast_to converts). A plain number in a call takes the dtype of the
// tensors beside it and becomes a constant of the kernel.
// Errors. Operands that don't fit throw ExpressionError while the expression is built.
//
// "Float types" are float16, bfloat16, float and double; "integers" the signed and unsigned ones of 8 to 64 bits.
// Integer arithmetic wraps around. Floating-point functions follow IEEE 754 for infinities and NaN (a NaN operand
// gives NaN; vlog(-1), vsqrt(-1), vasin(2) are NaN; vlog(0) is -inf) and round to the tensor's dtype. A compiled
// kernel may keep float16 and bfloat16 intermediates in float and keep a result within a few ULP of the exact one; the
// interpreter (tbe/interpreter.h) rounds the exact one.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "tbe/error.h"
#include "tbe/expr.h"

namespace tbe {

using Dims = std::vector<int64_t>;

// ---- Leaves ----

// Returns the `index`-th argument of the kernel. `name` is for people only.
Tensor Placeholder(int index, const Dims& shape, DataType dtype, const char* name = "");
inline Tensor Placeholder(int index, const Dims& shape, DataType dtype, const std::string& name) {
  return Placeholder(index, shape, dtype, name.c_str());
}

// Returns a rank-0 constant that is part of the kernel: for numbers that belong to the mathematics. An integer dtype
// takes whole numbers only.
Tensor Const(Number value, DataType dtype);

// Returns a rank-0 number that is given when the kernel is launched: for numbers that depend on shapes or attributes,
// so that one compiled kernel serves every value. `value` is this instance's value. An integer dtype takes whole
// numbers only.
Tensor Param(double value, DataType dtype);
Tensor Param(int64_t value, DataType dtype);
inline Tensor Param(int value, DataType dtype) { return Param(int64_t{value}, dtype); }
inline Tensor Param(float value, DataType dtype) { return Param(static_cast<double>(value), dtype); }

// Returns a Param computed from a shape: the extent of one axis, or the product of the extents of `axes` (1 for none).
// Negative axes count from the end.
Tensor Extent(const Tensor& x, int64_t axis, DataType dtype = ge::DT_INT64);
Tensor Count(const Tensor& x, const Dims& axes, DataType dtype = ge::DT_INT64);

// An argument of a DSL call: a tensor or a plain number.
class Operand {
 public:
  Operand(const Tensor& tensor) : tensor_(tensor) {}  // NOLINT(google-explicit-constructor)
  template <typename T>
  requires std::is_arithmetic_v<T> Operand(T number)  // NOLINT(google-explicit-constructor)
      : number_(std::is_floating_point_v<T> ? Number(static_cast<double>(number))
                                            : Number(static_cast<int64_t>(number))),
        is_number_(true) {}

  bool is_number() const { return is_number_; }
  const Tensor& tensor() const { return tensor_; }
  Number number() const { return number_; }

 private:
  Tensor tensor_;
  Number number_ = int64_t{0};
  bool is_number_ = false;
};

// ---- Arithmetic: same dtype in and out, float types and integers ----

// Adds, subtracts, multiplies. Integers wrap around.
Tensor vadd(const Operand& lhs, const Operand& rhs);
Tensor vsub(const Operand& lhs, const Operand& rhs);
Tensor vmul(const Operand& lhs, const Operand& rhs);
// Divides. Integers truncate towards zero; an integer divided by 0 gives 0. Float types follow IEEE 754.
Tensor vdiv(const Operand& lhs, const Operand& rhs);
// Computes the remainder with the sign of the divisor (vmod: lhs - floor(lhs / rhs) * rhs) or of the dividend (vfmod:
// C's fmod). Modulo 0: integers 0, float types NaN.
Tensor vmod(const Operand& lhs, const Operand& rhs);
Tensor vfmod(const Operand& lhs, const Operand& rhs);
// Returns NaN if an operand is NaN. Of two zeros either may be returned.
Tensor vmax(const Operand& lhs, const Operand& rhs);
Tensor vmin(const Operand& lhs, const Operand& rhs);
// Raises lhs to the power rhs, as C's pow does for float types. Integers wrap around; a negative exponent truncates (0,
// but ±1 for a base of ±1).
Tensor vpow(const Operand& lhs, const Operand& rhs);
// Computes the angle of the point (rhs, lhs), C's atan2. Float types only.
Tensor vatan2(const Operand& lhs, const Operand& rhs);

// Computes tbe.dsl's scalar forms. `scalar` may be a number or a rank-0 tensor (Param).
Tensor vadds(const Tensor& raw_tensor, const Operand& scalar);
Tensor vmuls(const Tensor& raw_tensor, const Operand& scalar);
Tensor vmaxs(const Tensor& raw_tensor, const Operand& scalar);
Tensor vmins(const Tensor& raw_tensor, const Operand& scalar);

// Computes lhs * scalar + rhs, tensor_0 * tensor_1 + tensor_2 and tensor_0 * tensor_2 + tensor_1. A compiled kernel may
// fuse the two roundings into one.
Tensor vaxpy(const Tensor& lhs, const Tensor& rhs, const Operand& scalar);
Tensor vmla(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2);
Tensor vmadd(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2);

// ---- Functions of one tensor: same shape and dtype ----

Tensor vneg(const Tensor& raw_tensor);   // float types and integers
Tensor vabs(const Tensor& raw_tensor);   // float types and integers; the lowest signed integer stays itself
Tensor vsign(const Tensor& raw_tensor);  // -1, 0 or 1; NaN stays NaN

// Computes the function of each element; float types only. `impl_mode` is "high_performance" or "high_precision"; both
// compute the same here.
Tensor vexp(const Tensor& raw_tensor);
Tensor vexpm1(const Tensor& raw_tensor);
Tensor vlog(const Tensor& raw_tensor);
Tensor vlog(const Tensor& raw_tensor, std::string_view impl_mode);
Tensor vlog1p(const Tensor& raw_tensor);
Tensor vsqrt(const Tensor& raw_tensor);
Tensor vsqrt(const Tensor& raw_tensor, std::string_view impl_mode);
Tensor vrsqrt(const Tensor& raw_tensor);  // 1 / sqrt(x)
Tensor vrsqrt(const Tensor& raw_tensor, std::string_view impl_mode);
Tensor vrec(const Tensor& raw_tensor);  // 1 / x
Tensor vrec(const Tensor& raw_tensor, std::string_view impl_mode);
Tensor verf(const Tensor& raw_tensor);
Tensor verfc(const Tensor& raw_tensor);     // 1 - erf(x), without cancellation
Tensor vsigmoid(const Tensor& raw_tensor);  // 1 / (1 + exp(-x)), without overflow
Tensor vsin(const Tensor& raw_tensor);
Tensor vcos(const Tensor& raw_tensor);
Tensor vtan(const Tensor& raw_tensor);
Tensor vasin(const Tensor& raw_tensor);
Tensor vacos(const Tensor& raw_tensor);
Tensor vatan(const Tensor& raw_tensor);
Tensor vsinh(const Tensor& raw_tensor);
Tensor vcosh(const Tensor& raw_tensor);
Tensor vtanh(const Tensor& raw_tensor);
Tensor vasinh(const Tensor& raw_tensor);
Tensor vacosh(const Tensor& raw_tensor);
Tensor vatanh(const Tensor& raw_tensor);

// Tests each element. Float types in, bool out.
Tensor visnan(const Tensor& raw_tensor);
Tensor visinf(const Tensor& raw_tensor);

// ---- Casts and rounding ----

// Converts any dtype to any other. Float to integer rounds as `rounding` says and saturates; NaN gives 0. Float or
// integer to bool is "not zero"; bool counts as 0 and 1. Integer to integer wraps. A conversion to a float type rounds
// to nearest even.
Tensor cast_to(const Tensor& data, DataType dtype, Rounding rounding = Rounding::kTrunc);
// Converts, in tbe.dsl's form. The flag promises that float16 data is whole before it becomes int8 or uint8; here both
// values of the flag cast alike.
inline Tensor cast_to(const Tensor& data, DataType dtype, bool f1628IntegerFlag) {
  static_cast<void>(f1628IntegerFlag);
  return cast_to(data, dtype, Rounding::kTrunc);
}
// Rounds to a whole number and converts to `dtype`: an integer dtype, or the tensor's own float type to keep that type.
// `round` rounds halves to even, `round_half_up` towards +inf. Integer tensors are only converted.
Tensor floor(const Tensor& raw_tensor, DataType dtype = ge::DT_INT32);
Tensor ceil(const Tensor& raw_tensor, DataType dtype = ge::DT_INT32);
Tensor round(const Tensor& raw_tensor, DataType dtype = ge::DT_INT32);
Tensor trunc(const Tensor& raw_tensor, DataType dtype = ge::DT_INT32);
Tensor round_half_up(const Tensor& raw_tensor, DataType dtype = ge::DT_INT32);

// ---- Logic and bits: bool (logic) or integers (bitwise) ----

// Combines truth values, or the bits of integers.
Tensor vand(const Operand& lhs, const Operand& rhs);
Tensor vor(const Operand& lhs, const Operand& rhs);
Tensor vxor(const Operand& lhs, const Operand& rhs);
Tensor vnot(const Tensor& raw_tensor);
// Shifts integers. A count of the width or more gives 0 (an arithmetic right shift: the sign). Signed types shift right
// arithmetically. A negative count is an author's error.
Tensor vshl(const Operand& lhs, const Operand& rhs);
Tensor vshr(const Operand& lhs, const Operand& rhs);
// Combines bool tensors. `operation`: "logic_and", "logic_or", "logic_not" (of lhs alone).
Tensor vlogic(const Tensor& lhs, const Tensor& rhs, std::string_view operation = "logic_and");
Tensor vlogic(const Tensor& lhs, std::string_view operation = "logic_not");

// ---- Comparison and selection ----

// Compares; the result is bool. `operation`: "lt", "le", "gt", "ge", "eq" or "ne". Every comparison with NaN is false,
// but "ne" is true. bool tensors compare with "eq" and "ne" only. `mode`: "bool", or "bit", which packs eight elements
// of the last axis (a multiple of 8) into one uint8, the first in the lowest bit.
Tensor vcmp(const Operand& lhs, const Operand& rhs, std::string_view operation = "lt", std::string_view mode = "bool");
// Selects lhs where `condition` holds, else rhs; all three broadcast. At least one of lhs and rhs is a tensor, of any
// dtype. `condition`: bool, or uint8 as vcmp's mode "bit" packs it.
Tensor vsel(const Tensor& condition, const Operand& lhs, const Operand& rhs);
// Computes vsel(vcmp(lhs, rhs, operation), slhs, srhs). Defaults of the short forms, as in tbe.dsl: rhs 2.0, slhs lhs,
// srhs rhs.
Tensor vcmpsel(const Tensor& lhs, const Operand& rhs, std::string_view operation, const Operand& slhs,
               const Operand& srhs);
inline Tensor vcmpsel(const Tensor& lhs, const Operand& rhs = 2.0, std::string_view operation = "lt") {
  return vcmpsel(lhs, rhs, operation, lhs, rhs);
}

// ---- Activations ----

Tensor vrelu(const Tensor& raw_tensor);                             // max(x, 0); NaN stays NaN (in a cube: tbe/cube.h)
Tensor vlrelu(const Tensor& raw_tensor, const Operand& alpha = 0);  // x >= 0 ? x : x * alpha; NaN stays NaN
// Computes vrelu of the sum, of the difference, and of tensor_0 * tensor_2 + tensor_1.
Tensor vaddrelu(const Operand& lhs, const Operand& rhs);
Tensor vsubrelu(const Operand& lhs, const Operand& rhs);
Tensor vmaddrelu(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2);
// Computes min(max(data, min_value), max_value), so max_value wins when the bounds cross. NaN as in vrelu. The maximum
// comes before the minimum, as in tbe.dsl.
Tensor clip(const Tensor& data, const Operand& max_value, const Operand& min_value);

// ---- C++ operators: the functions above ----

// Two operands of which one is a tensor; the other one may be a number.
template <typename A, typename B>
concept OperandPair =
    (std::same_as<A, Tensor> ||
     std::same_as<B, Tensor>)&&std::convertible_to<const A&, Operand>&& std::convertible_to<const B&, Operand>;

// Computes the function that the operator returns: `a + 2` is vadd(a, 2).
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator+(const A& a, const B& b) { return vadd(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator-(const A& a, const B& b) { return vsub(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator*(const A& a, const B& b) { return vmul(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator/(const A& a, const B& b) { return vdiv(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator%(const A& a, const B& b) { return vmod(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator<(const A& a, const B& b) { return vcmp(a, b, "lt"); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator<=(const A& a, const B& b) { return vcmp(a, b, "le"); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator>(const A& a, const B& b) { return vcmp(a, b, "gt"); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator>=(const A& a, const B& b) { return vcmp(a, b, "ge"); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator&(const A& a, const B& b) { return vand(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator|(const A& a, const B& b) { return vor(a, b); }
template <typename A, typename B>
requires OperandPair<A, B> Tensor operator^(const A& a, const B& b) { return vxor(a, b); }
inline Tensor operator-(const Tensor& a) { return vneg(a); }
inline Tensor operator~(const Tensor& a) { return vnot(a); }
// There is no operator== (use vcmp(a, b, "eq")), and `!a` returns whether the handle is empty.

}  // namespace tbe
