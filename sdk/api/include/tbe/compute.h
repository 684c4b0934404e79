// The tensor-expression language, part 5: compute(shape, lambda), for indexing that no other function expresses.
//
//   // The upper triangle of a matrix.
//   tbe::compute(x.shape(), [&](const std::vector<tbe::Expr>& i) {
//     return tbe::select(i[1] >= i[0], tbe::at(x, {i[0], i[1]}), 0);
//   });
#pragma once

#include <functional>
#include <type_traits>
#include <vector>

#include "tbe/elementwise.h"

namespace tbe {

// A scalar expression in the body of a compute(). Indices and extents are int64. A plain number takes the dtype of the
// expression beside it; all other operands of a call must have the same dtype.
class Expr {
 public:
  explicit Expr(ExprPtr node) : node_(std::move(node)) {}
  template <typename T>
  requires std::is_arithmetic_v<T> Expr(T number)  // NOLINT(google-explicit-constructor)
      : Expr(std::is_floating_point_v<T> ? Literal(static_cast<double>(number))
                                         : Literal(static_cast<int64_t>(number))) {}

  const ExprPtr& node() const { return node_; }
  DataType dtype() const { return node_->dtype; }

 private:
  static ExprPtr Literal(Number value);
  ExprPtr node_;
};

// Reads x at one index per axis. A read outside x is an author's error, even in the branch that select() doesn't take;
// use min and max on the index. Only inside compute().
Expr at(const Tensor& x, const std::vector<Expr>& indices = {});
// Returns the extent of an axis of x, as a number that is not part of the kernel. Only inside compute().
Expr extent(const Tensor& x, int64_t axis);

// Applies an element-wise function of tbe/elementwise.h to scalars. The function means the same for each dtype.
Expr apply(UnaryOp op, const Expr& a);
Expr apply(BinaryOp op, const Expr& a, const Expr& b);
Expr select(const Expr& condition, const Expr& a, const Expr& b);  // condition is bool
Expr cast(const Expr& a, DataType dtype);                          // float to integer truncates
inline Expr max(const Expr& a, const Expr& b) { return apply(BinaryOp::kMax, a, b); }
inline Expr min(const Expr& a, const Expr& b) { return apply(BinaryOp::kMin, a, b); }
inline Expr operator+(const Expr& a, const Expr& b) { return apply(BinaryOp::kAdd, a, b); }
inline Expr operator-(const Expr& a, const Expr& b) { return apply(BinaryOp::kSub, a, b); }
inline Expr operator*(const Expr& a, const Expr& b) { return apply(BinaryOp::kMul, a, b); }
inline Expr operator/(const Expr& a, const Expr& b) { return apply(BinaryOp::kDiv, a, b); }
inline Expr operator%(const Expr& a, const Expr& b) { return apply(BinaryOp::kMod, a, b); }
inline Expr operator<(const Expr& a, const Expr& b) { return apply(BinaryOp::kLess, a, b); }
inline Expr operator<=(const Expr& a, const Expr& b) { return apply(BinaryOp::kLessEqual, a, b); }
inline Expr operator>(const Expr& a, const Expr& b) { return apply(BinaryOp::kGreater, a, b); }
inline Expr operator>=(const Expr& a, const Expr& b) { return apply(BinaryOp::kGreaterEqual, a, b); }
inline Expr operator==(const Expr& a, const Expr& b) { return apply(BinaryOp::kEqual, a, b); }
inline Expr operator!=(const Expr& a, const Expr& b) { return apply(BinaryOp::kNotEqual, a, b); }
inline Expr equal(const Expr& a, const Expr& b) { return a == b; }
inline Expr operator&&(const Expr& a, const Expr& b) { return apply(BinaryOp::kAnd, a, b); }  // both are computed
inline Expr operator||(const Expr& a, const Expr& b) { return apply(BinaryOp::kOr, a, b); }
inline Expr operator&(const Expr& a, const Expr& b) { return apply(BinaryOp::kAnd, a, b); }
inline Expr operator|(const Expr& a, const Expr& b) { return apply(BinaryOp::kOr, a, b); }
inline Expr operator^(const Expr& a, const Expr& b) { return apply(BinaryOp::kXor, a, b); }
inline Expr operator<<(const Expr& a, const Expr& b) { return apply(BinaryOp::kShiftLeft, a, b); }
inline Expr operator>>(const Expr& a, const Expr& b) { return apply(BinaryOp::kShiftRight, a, b); }
inline Expr operator-(const Expr& a) { return apply(UnaryOp::kNeg, a); }
inline Expr operator!(const Expr& a) { return apply(UnaryOp::kNot, a); }
inline Expr operator~(const Expr& a) { return apply(UnaryOp::kNot, a); }

// Computes the function of one or two tensors that has the same name in tbe/elementwise.h.
inline Expr vmod(const Expr& lhs, const Expr& rhs) { return apply(BinaryOp::kMod, lhs, rhs); }
inline Expr vfmod(const Expr& lhs, const Expr& rhs) { return apply(BinaryOp::kFmod, lhs, rhs); }
inline Expr vpow(const Expr& lhs, const Expr& rhs) { return apply(BinaryOp::kPow, lhs, rhs); }
inline Expr vatan2(const Expr& lhs, const Expr& rhs) { return apply(BinaryOp::kAtan2, lhs, rhs); }
inline Expr vmax(const Expr& lhs, const Expr& rhs) { return apply(BinaryOp::kMax, lhs, rhs); }
inline Expr vmin(const Expr& lhs, const Expr& rhs) { return apply(BinaryOp::kMin, lhs, rhs); }
inline Expr vabs(const Expr& a) { return apply(UnaryOp::kAbs, a); }
inline Expr vsign(const Expr& a) { return apply(UnaryOp::kSign, a); }
inline Expr vexp(const Expr& a) { return apply(UnaryOp::kExp, a); }
inline Expr vexpm1(const Expr& a) { return apply(UnaryOp::kExpm1, a); }
inline Expr vlog(const Expr& a) { return apply(UnaryOp::kLog, a); }
inline Expr vlog1p(const Expr& a) { return apply(UnaryOp::kLog1p, a); }
inline Expr vsqrt(const Expr& a) { return apply(UnaryOp::kSqrt, a); }
inline Expr vrsqrt(const Expr& a) { return apply(UnaryOp::kRsqrt, a); }
inline Expr verf(const Expr& a) { return apply(UnaryOp::kErf, a); }
inline Expr verfc(const Expr& a) { return apply(UnaryOp::kErfc, a); }
inline Expr vsigmoid(const Expr& a) { return apply(UnaryOp::kSigmoid, a); }
inline Expr vsin(const Expr& a) { return apply(UnaryOp::kSin, a); }
inline Expr vcos(const Expr& a) { return apply(UnaryOp::kCos, a); }
inline Expr vtan(const Expr& a) { return apply(UnaryOp::kTan, a); }
inline Expr vasin(const Expr& a) { return apply(UnaryOp::kAsin, a); }
inline Expr vacos(const Expr& a) { return apply(UnaryOp::kAcos, a); }
inline Expr vatan(const Expr& a) { return apply(UnaryOp::kAtan, a); }
inline Expr vsinh(const Expr& a) { return apply(UnaryOp::kSinh, a); }
inline Expr vcosh(const Expr& a) { return apply(UnaryOp::kCosh, a); }
inline Expr vtanh(const Expr& a) { return apply(UnaryOp::kTanh, a); }
inline Expr vasinh(const Expr& a) { return apply(UnaryOp::kAsinh, a); }
inline Expr vacosh(const Expr& a) { return apply(UnaryOp::kAcosh, a); }
inline Expr vatanh(const Expr& a) { return apply(UnaryOp::kAtanh, a); }
inline Expr vrec(const Expr& a) { return apply(UnaryOp::kReciprocal, a); }
inline Expr visnan(const Expr& a) { return apply(UnaryOp::kIsNan, a); }
inline Expr visinf(const Expr& a) { return apply(UnaryOp::kIsInf, a); }
// Rounds to a whole number of `dtype`, an integer dtype or the expression's own float type.
Expr floor(const Expr& a, DataType dtype = ge::DT_INT32);
Expr ceil(const Expr& a, DataType dtype = ge::DT_INT32);
Expr round(const Expr& a, DataType dtype = ge::DT_INT32);  // halves to even
Expr trunc(const Expr& a, DataType dtype = ge::DT_INT32);

// Returns the tensor of `shape` whose element at index i is body(i). The body's dtype is the tensor's.
Tensor compute(const Dims& shape, const std::function<Expr(const std::vector<Expr>& i)>& body);
// Returns the tensor of `shape` whose element at i reduces body(i, r) over all r in `reduce_shape`. The rules of
// tbe/reduce.h apply.
Tensor compute(const Dims& shape, ReduceOp op, const Dims& reduce_shape,
               const std::function<Expr(const std::vector<Expr>& i, const std::vector<Expr>& r)>& body);

using IndexFunction = std::function<Expr(const std::vector<Expr>& i)>;

// Returns `tensor` with `value` at the indices where `condition` (a bool Expr) holds. `value`: a number, or a tensor of
// one element and the same dtype.
Tensor set_value(const Tensor& tensor, const IndexFunction& condition, const Operand& value);
// Returns `tensor` with value(i) at each index i where condition(i) holds. A template as well, so that the number 0
// isn't taken for an empty function.
Tensor set_value_at(const Tensor& tensor, const IndexFunction& condition, const IndexFunction& value);
template <typename Value>
requires std::is_invocable_r_v < Expr, const Value&, const std::vector<Expr>
& > Tensor set_value(const Tensor& tensor, const IndexFunction& condition, const Value& value) {
  return set_value_at(tensor, condition, value);
}

}  // namespace tbe
