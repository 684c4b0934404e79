#include "sdk/api/src/tbe/interpreter/scalar.h"

#include <cmath>
#include <limits>

#include "sdk/api/src/tbe/dtype.h"

namespace tbe {
namespace {

double UnaryReal(UnaryOp op, double x) {
  switch (op) {
    case UnaryOp::kNeg:
      return -x;
    case UnaryOp::kAbs:
      return std::fabs(x);
    case UnaryOp::kExp:
      return std::exp(x);
    case UnaryOp::kLog:
      return std::log(x);
    case UnaryOp::kSqrt:
      return std::sqrt(x);
    case UnaryOp::kRsqrt:
      return 1 / std::sqrt(x);
    case UnaryOp::kReciprocal:
      return 1 / x;
    case UnaryOp::kErf:
      return std::erf(x);
    case UnaryOp::kErfc:
      return std::erfc(x);
    case UnaryOp::kTanh:
      return std::tanh(x);
    case UnaryOp::kSigmoid:
      // The exponent is never positive, so nothing overflows and small results keep their digits.
      return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
    case UnaryOp::kSin:
      return std::sin(x);
    case UnaryOp::kCos:
      return std::cos(x);
    case UnaryOp::kTan:
      return std::tan(x);
    case UnaryOp::kAsin:
      return std::asin(x);
    case UnaryOp::kAcos:
      return std::acos(x);
    case UnaryOp::kAtan:
      return std::atan(x);
    case UnaryOp::kSinh:
      return std::sinh(x);
    case UnaryOp::kCosh:
      return std::cosh(x);
    case UnaryOp::kAsinh:
      return std::asinh(x);
    case UnaryOp::kAcosh:
      return std::acosh(x);
    case UnaryOp::kAtanh:
      return std::atanh(x);
    case UnaryOp::kFloor:
      return std::floor(x);
    case UnaryOp::kCeil:
      return std::ceil(x);
    case UnaryOp::kRound:
      return std::nearbyint(x);
    case UnaryOp::kTrunc:
      return std::trunc(x);
    case UnaryOp::kSign:
      return std::isnan(x) ? x : static_cast<double>((x > 0) - (x < 0));
    case UnaryOp::kExpm1:
      return std::expm1(x);
    case UnaryOp::kLog1p:
      return std::log1p(x);
    case UnaryOp::kNot:
    case UnaryOp::kIsNan:
    case UnaryOp::kIsInf:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();  // the builder refuses these on float types
}

int64_t UnaryInteger(UnaryOp op, DataType dtype, int64_t x) {
  const auto bits = static_cast<uint64_t>(x);
  switch (op) {
    case UnaryOp::kNeg:
      return static_cast<int64_t>(0 - bits);
    case UnaryOp::kAbs:
      return IsSigned(dtype) && x < 0 ? static_cast<int64_t>(0 - bits) : x;
    case UnaryOp::kSign:
      return IsSigned(dtype) ? (x > 0) - (x < 0) : (x != 0);
    case UnaryOp::kNot:
      return dtype == ge::DT_BOOL ? !x : ~x;
    default:
      return x;  // rounding a whole number
  }
}

double ModReal(double a, double b) {
  const double remainder = std::fmod(a, b);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

double BinaryReal(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kAdd:
      return a + b;
    case BinaryOp::kSub:
      return a - b;
    case BinaryOp::kMul:
      return a * b;
    case BinaryOp::kDiv:
      return a / b;
    case BinaryOp::kMod:
      return ModReal(a, b);
    case BinaryOp::kFmod:
      return std::fmod(a, b);
    case BinaryOp::kPow:
      return std::pow(a, b);
    case BinaryOp::kMax:
      return std::isnan(a) || a > b ? a : b;
    case BinaryOp::kMin:
      return std::isnan(a) || a < b ? a : b;
    case BinaryOp::kAtan2:
      return std::atan2(a, b);
    default:
      return std::numeric_limits<double>::quiet_NaN();  // the builder refuses these on float types
  }
}

uint64_t PowInteger(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    base *= base;
  }
  return result;
}

int64_t SignedPow(int64_t base, int64_t exponent) {
  if (exponent >= 0) return static_cast<int64_t>(PowInteger(static_cast<uint64_t>(base), exponent));
  if (base == 1) return 1;
  if (base == -1) return exponent % 2 == 0 ? 1 : -1;
  return 0;
}

// Divides int64; a / 0 is 0. The lowest value divided by -1 wraps around instead of overflowing.
int64_t SignedDiv(int64_t a, int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
  return a / b;
}

int64_t SignedMod(int64_t a, int64_t b, bool sign_of_divisor) {
  if (b == 0 || b == -1) return 0;
  const int64_t remainder = a % b;
  return sign_of_divisor && remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

int64_t ShiftInteger(BinaryOp op, DataType dtype, int64_t a, int64_t b) {
  const int width = 8 * ByteSize(dtype);
  const bool beyond = b < 0 || b >= width;
  if (op == BinaryOp::kShiftLeft) return beyond ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  if (IsSigned(dtype)) return a >> (beyond ? width - 1 : b);
  return beyond ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) >> b);
}

int64_t BinaryInteger(BinaryOp op, DataType dtype, int64_t a, int64_t b) {
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  // uint64 is the only unsigned dtype that doesn't fit int64.
  const bool wide = dtype == ge::DT_UINT64;
  switch (op) {
    case BinaryOp::kAdd:
      return static_cast<int64_t>(ua + ub);
    case BinaryOp::kSub:
      return static_cast<int64_t>(ua - ub);
    case BinaryOp::kMul:
      return static_cast<int64_t>(ua * ub);
    case BinaryOp::kDiv:
      return wide ? static_cast<int64_t>(ub == 0 ? 0 : ua / ub) : SignedDiv(a, b);
    case BinaryOp::kMod:
    case BinaryOp::kFmod:
      return wide ? static_cast<int64_t>(ub == 0 ? 0 : ua % ub) : SignedMod(a, b, op == BinaryOp::kMod);
    case BinaryOp::kPow:
      return wide ? static_cast<int64_t>(PowInteger(ua, ub)) : SignedPow(a, b);
    case BinaryOp::kMax:
      return (wide ? ua > ub : a > b) ? a : b;
    case BinaryOp::kMin:
      return (wide ? ua < ub : a < b) ? a : b;
    case BinaryOp::kAnd:
      return a & b;
    case BinaryOp::kOr:
      return a | b;
    case BinaryOp::kXor:
      return a ^ b;
    case BinaryOp::kShiftLeft:
    case BinaryOp::kShiftRight:
      return ShiftInteger(op, dtype, a, b);
    default:
      return 0;  // atan2: the builder refuses it on integers
  }
}

template <typename T>
bool Compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::kLess:
      return a < b;
    case BinaryOp::kLessEqual:
      return a <= b;
    case BinaryOp::kGreater:
      return a > b;
    case BinaryOp::kGreaterEqual:
      return a >= b;
    case BinaryOp::kEqual:
      return a == b;
    default:
      return a != b;
  }
}

BinaryOp StepOf(ReduceOp op) {
  switch (op) {
    case ReduceOp::kSum:
      return BinaryOp::kAdd;
    case ReduceOp::kProd:
      return BinaryOp::kMul;
    case ReduceOp::kMax:
      return BinaryOp::kMax;
    case ReduceOp::kMin:
      return BinaryOp::kMin;
    case ReduceOp::kAny:
      return BinaryOp::kOr;
    case ReduceOp::kAll:
      return BinaryOp::kAnd;
  }
  return BinaryOp::kAdd;
}

}  // namespace

Cell ApplyUnary(UnaryOp op, DataType dtype, Cell a) {
  if (op == UnaryOp::kIsNan) return Integer(IsFloat(dtype) && std::isnan(a.real));
  if (op == UnaryOp::kIsInf) return Integer(IsFloat(dtype) && std::isinf(a.real));
  return IsFloat(dtype) ? Real(UnaryReal(op, a.real)) : Integer(UnaryInteger(op, dtype, a.integer));
}

Cell ApplyBinary(BinaryOp op, DataType dtype, Cell a, Cell b) {
  switch (op) {
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
      if (IsFloat(dtype)) return Integer(Compare(op, a.real, b.real));
      if (dtype == ge::DT_UINT64) {
        return Integer(Compare(op, static_cast<uint64_t>(a.integer), static_cast<uint64_t>(b.integer)));
      }
      return Integer(Compare(op, a.integer, b.integer));
    default:
      return IsFloat(dtype) ? Real(BinaryReal(op, a.real, b.real))
                            : Integer(BinaryInteger(op, dtype, a.integer, b.integer));
  }
}

Cell ApplyReduce(ReduceOp op, DataType dtype, Cell total, Cell next) {
  return ApplyBinary(StepOf(op), dtype, total, next);
}

Cell ReduceIdentity(ReduceOp op, DataType dtype) {
  switch (op) {
    case ReduceOp::kSum:
    case ReduceOp::kAny:
      return IsFloat(dtype) ? Real(0) : Integer(0);
    case ReduceOp::kProd:
    case ReduceOp::kAll:
      return IsFloat(dtype) ? Real(1) : Integer(1);
    case ReduceOp::kMax:
      return Lowest(dtype);
    case ReduceOp::kMin:
      return Highest(dtype);
  }
  return Integer(0);
}

Accumulator::Accumulator(ReduceOp op, DataType dtype) : Accumulator(op, dtype, ReduceIdentity(op, dtype)) {}

Accumulator::Accumulator(ReduceOp op, DataType dtype, Cell first)
    : op_(op), dtype_(dtype), cell_(first), wide_(IsFloat(dtype) ? first.real : 0) {}

void Accumulator::Add(Cell next) {
  if (IsFloat(dtype_) && op_ == ReduceOp::kSum) {
    wide_ += next.real;
  } else if (IsFloat(dtype_) && op_ == ReduceOp::kProd) {
    wide_ *= next.real;
  } else {
    cell_ = ApplyReduce(op_, dtype_, cell_, next);
  }
}

Cell Accumulator::Get() const {
  const bool wide = IsFloat(dtype_) && (op_ == ReduceOp::kSum || op_ == ReduceOp::kProd);
  return wide ? Real(static_cast<double>(wide_)) : cell_;
}

}  // namespace tbe
