// Bounds of single operations, and how accurate the functions are.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sdk/api/src/tbe/dtype.h"
#include "sdk/api/src/tbe/interpreter/bounds.h"
#include "sdk/api/src/tbe/interpreter/scalar.h"

namespace tbe {
namespace {

// Returns an end of a cell's error interval: the cell moved by `by`. A finite bound of an integer is small enough for
// int64.
Cell Moved(DataType dtype, Cell cell, double by) {
  if (IsFloat(dtype)) return Real(cell.real + by);
  if (dtype == ge::DT_BOOL) return by == 0 ? cell : Integer(by > 0 ? 1 : 0);
  return Integer(cell.integer + static_cast<int64_t>(by));
}

// Adds `roundings` roundings of the result to the carried bound. A result that isn't finite adds none: it stays the
// same under any rounding of the operands, as long as their extremes agree.
double WithRounding(DataType to, Cell value, double carried, double roundings) {
  if (!IsFloat(to)) return carried;
  return carried + roundings * HalfUnit(to, value.real);
}

// Returns whether every kernel computes the exact result: sums, differences and products that their dtype can hold. A
// quotient may differ, because a kernel may multiply by the reciprocal. double counts as inexact: the interpreter
// computes in double, so that every result seems to fit.
bool IsExact(BinaryOp op, DataType to, Cell value) {
  const bool correctly_rounded = op == BinaryOp::kAdd || op == BinaryOp::kSub || op == BinaryOp::kMul;
  return correctly_rounded && to != ge::DT_DOUBLE && IsFloat(to) && RoundReal(to, value.real) == value.real;
}

}  // namespace

double RoundingsOf(UnaryOp op) {
  switch (op) {
    case UnaryOp::kNeg:
    case UnaryOp::kAbs:
    case UnaryOp::kFloor:
    case UnaryOp::kCeil:
    case UnaryOp::kRound:
    case UnaryOp::kTrunc:
    case UnaryOp::kSign:
    case UnaryOp::kNot:
    case UnaryOp::kIsNan:
    case UnaryOp::kIsInf:
      return 0;
    case UnaryOp::kSqrt:
    case UnaryOp::kReciprocal:
      return 1;
    case UnaryOp::kRsqrt:
      return 4;
    default:
      return 8;
  }
}

double RoundingsOf(BinaryOp op, DataType dtype, Cell a, Cell b) {
  if (!IsFloat(dtype)) return 0;
  switch (op) {
    case BinaryOp::kAdd:
    case BinaryOp::kSub:
    case BinaryOp::kMul:
    case BinaryOp::kDiv:
    case BinaryOp::kMod:
      return 1;
    case BinaryOp::kPow: {
      // pow multiplies the rounding of the logarithm by the exponent.
      const double condition = std::fabs(b.real * std::log(std::fabs(a.real)));
      return 16 + (std::isfinite(condition) ? condition : 0);
    }
    case BinaryOp::kAtan2:
      return 8;
    default:
      return 0;
  }
}

double UnaryBound(UnaryOp op, DataType from, DataType to, Cell a, double bound, Cell value) {
  double carried = 0;
  if (bound > 0) {
    if (!std::isfinite(bound)) return kInfinity;
    carried = std::max(Distance(to, ApplyUnary(op, from, Moved(from, a, bound)), value),
                       Distance(to, ApplyUnary(op, from, Moved(from, a, -bound)), value));
  }
  return WithRounding(to, value, carried, RoundingsOf(op));
}

double BinaryBound(BinaryOp op, DataType from, DataType to, Cell a, double bound_a, Cell b, double bound_b,
                   Cell value) {
  double carried = 0;
  if (bound_a > 0 || bound_b > 0) {
    if (!std::isfinite(bound_a) || !std::isfinite(bound_b)) return kInfinity;
    for (const double by_a : {-bound_a, bound_a}) {
      for (const double by_b : {-bound_b, bound_b}) {
        const Cell corner = ApplyBinary(op, from, Moved(from, a, by_a), Moved(from, b, by_b));
        carried = std::max(carried, Distance(to, corner, value));
      }
    }
    // A divisor that may be zero.
    const bool divides = op == BinaryOp::kDiv || op == BinaryOp::kMod || op == BinaryOp::kFmod;
    if (divides && IsFloat(from) && std::fabs(b.real) <= bound_b) carried = kInfinity;
  }
  if (carried == 0 && IsExact(op, to, value)) return 0;
  return WithRounding(to, value, carried, RoundingsOf(op, from, a, b));
}

double CastBound(DataType from, DataType to, Rounding rounding, Cell a, double bound, Cell value) {
  double carried = 0;
  if (bound > 0) {
    if (!std::isfinite(bound)) return kInfinity;
    carried = std::max(Distance(to, CastCell(Moved(from, a, bound), from, to, rounding), value),
                       Distance(to, CastCell(Moved(from, a, -bound), from, to, rounding), value));
  }
  // The cast itself rounds as the kernel's does. Both agree unless their operands differ, or unless a value that float
  // can't hold goes through float on its way to 16 bits.
  if (to != ge::DT_FLOAT16 && to != ge::DT_BF16) return carried;
  const double real = IsFloat(from) ? a.real : static_cast<double>(a.integer);
  return std::max(carried, Distance(to, Real(RoundReal(to, RoundReal(ge::DT_FLOAT, real))), value));
}

}  // namespace tbe
