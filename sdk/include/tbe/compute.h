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
// expression beside it; everything else of a call must agree in dtype.
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

// x at one index per axis. Reading outside x is an author's error, also in the branch that select() doesn't take (use
// min and max on the index). Only inside compute().
Expr at(const Tensor& x, const std::vector<Expr>& indices = {});
// Extent of an axis of x, as a number that is not part of the kernel. Only inside compute().
Expr extent(const Tensor& x, int64_t axis);

// The element-wise functions of tbe/elementwise.h on scalars, with their meaning for each dtype.
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
inline Expr equal(const Expr& a, const Expr& b) { return apply(BinaryOp::kEqual, a, b); }
inline Expr operator&&(const Expr& a, const Expr& b) { return apply(BinaryOp::kAnd, a, b); }
inline Expr operator||(const Expr& a, const Expr& b) { return apply(BinaryOp::kOr, a, b); }
inline Expr operator-(const Expr& a) { return apply(UnaryOp::kNeg, a); }
inline Expr operator!(const Expr& a) { return apply(UnaryOp::kNot, a); }

// The tensor of `shape` whose element at index i is body(i). Its dtype is the body's.
Tensor compute(const Dims& shape, const std::function<Expr(const std::vector<Expr>& i)>& body);
// The element at i is the reduction of body(i, r) over all r in `reduce_shape`, with the rules of tbe/reduce.h.
Tensor compute(const Dims& shape, ReduceOp op, const Dims& reduce_shape,
               const std::function<Expr(const std::vector<Expr>& i, const std::vector<Expr>& r)>& body);

}  // namespace tbe
