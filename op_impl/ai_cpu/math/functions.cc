// Functions of one tensor, each a function of one value in the compute type of x.
#include <cmath>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/sign.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

using opdk::ExpMinusOne;
using opdk::FloatAttribute;
using opdk::FloatMapCpuKernel;
using opdk::LogOnePlus;
using opdk::Over;
using opdk::ScalarTypes;
using opdk::Times;
using opdk::Widened;

const char* const kAbs = "Abs";
const char* const kNeg = "Neg";
const char* const kExp = "Exp";
const char* const kLog = "Log";
const char* const kSqrt = "Sqrt";
const char* const kReciprocal = "Reciprocal";
const char* const kSin = "Sin";
const char* const kCos = "Cos";
const char* const kTan = "Tan";
const char* const kAsin = "Asin";
const char* const kAcos = "Acos";
const char* const kAtan = "Atan";
const char* const kSinh = "Sinh";
const char* const kCosh = "Cosh";
const char* const kAsinh = "Asinh";
const char* const kAcosh = "Acosh";
const char* const kAtanh = "Atanh";
const char* const kFloor = "Floor";
const char* const kCeil = "Ceil";
const char* const kRound = "Round";
const char* const kErf = "Erf";
const char* const kSign = "Sign";
const char* const kRsqrt = "Rsqrt";
const char* const kSquare = "Square";
const char* const kExpm1 = "Expm1";
const char* const kLog1p = "Log1p";
const char* const kRint = "Rint";
const char* const kInv = "Inv";
const char* const kTrunc = "Trunc";
const char* const kNanToNum = "NanToNum";
const char* const kIsFinite = "IsFinite";
const char* const kIsPosInf = "IsPosInf";
const char* const kIsNegInf = "IsNegInf";

// Computes -x. The smallest integer, which has no counterpart, stays.
template <typename T>
T Negative(T x) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(0 - static_cast<uint64_t>(x));
  } else {
    return -x;
  }
}

template <typename T>
T Magnitude(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::abs(x);
  } else {
    return x < T(0) ? Negative(x) : x;
  }
}

// Integers wrap around.
template <typename T>
T Squared(T x) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(x));
  } else {
    return Times(x, x);
  }
}

template <typename T>
T InverseRoot(T x) {
  return Over(T(1), std::sqrt(x));
}

// Returns the sign of x. A complex number's sign lies on the unit circle.
template <typename T>
T Sign(T x) {
  if constexpr (opdk::kIsComplex<T>) {
    if (x == T(0)) return x;
    // Half of it, where the modulus might not fit.
    const bool large = std::abs(x.real()) > 1 || std::abs(x.imag()) > 1;
    const std::complex<double> number = Widened(x) * (large ? 0.5 : 1.0);
    return static_cast<T>(Over(number, std::complex<double>(std::abs(number))));
  } else {
    return opdk::SignOf(x);
  }
}

template <typename T>
T Power(T base, T exponent) {
  if constexpr (opdk::kIsComplex<T>) {
    return std::exp(Times(std::log(base), exponent));
  } else {
    return std::pow(base, exponent);
  }
}

// Computes the logarithm to a base. -1 stands for e.
template <typename T>
T Logarithm(T x, T base) {
  return base == T(-1) ? std::log(x) : Over(std::log(x), std::log(base));
}

template <typename T>
T ErrorFunction(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::erf(x);
  } else {
    return opdk::SafeCast<T>(std::erf(static_cast<double>(x)));
  }
}

template <typename T>
T Truncated(T x) {
  if constexpr (std::is_floating_point_v<T>) return std::trunc(x);
  return x;
}

// Computes scale * x + shift. Returns x itself where scale is 1 and shift is 0.
template <typename T>
T Scaled(T x, T scale, T shift) {
  if (scale == T(1) && shift == T(0)) return x;
  if constexpr (opdk::kIsComplex<T>) {
    return {scale.real() * x.real() + shift.real(), scale.real() * x.imag()};
  } else {
    return scale * x + shift;
  }
}

template <typename T>
T Replaced(T x, T nan, T posinf, T neginf) {
  if (std::isnan(x)) return nan;
  if (std::isinf(x)) return x > 0 ? posinf : neginf;
  return x;
}

// Halves to the even neighbour, which is how the processor rounds by default.
struct RoundFunction {
  static constexpr int64_t kCost = 2;
  explicit RoundFunction(const CpuKernelContext& ctx)
      : decimals(opdk::IntAttr(ctx, "decimals", 0)), power(std::pow(10.0, static_cast<double>(decimals))) {}
  template <typename T>
  T operator()(T x) const {
    if constexpr (opdk::kIsComplex<T>) {
      return {operator()(x.real()), operator()(x.imag())};
    } else {
      return OfPart(x);
    }
  }
  template <typename T>
  T OfPart(T x) const {
    if (decimals == 0) return std::nearbyint(x);
    // A number too large to have such digits stays as it is.
    const double rounded = std::nearbyint(static_cast<double>(x) * power) / power;
    return std::isfinite(rounded) ? static_cast<T>(rounded) : x;
  }
  int64_t decimals;
  double power;
};

// A question about a value.
template <auto kQuestion>
class TestCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                                    [&]<typename C>() { return opdk::MapElements<C, bool>(ctx, 1, kQuestion); });
  }
};

template <typename AllTypes, int64_t kCost, auto kFunction>
using FunctionIn = opdk::MapCpuKernel<opdk::FunctionOf<kCost, kFunction>, AllTypes>;

using SignedNumberTypes = opdk::Join<ScalarTypes, opdk::SignedTypes>;

using AbsCpuKernel = FunctionIn<opdk::NumberTypes, 1, [](auto x) { return Magnitude(x); }>;
using NegCpuKernel = FunctionIn<SignedNumberTypes, 1, [](auto x) { return Negative(x); }>;
using SquareCpuKernel = FunctionIn<opdk::ArithmeticTypes, 1, [](auto x) { return Squared(x); }>;
using SignCpuKernel = FunctionIn<opdk::ArithmeticTypes, 1, [](auto x) { return Sign(x); }>;
using ErfCpuKernel = FunctionIn<opdk::NumberTypes, 30, [](auto x) { return ErrorFunction(x); }>;
using TruncCpuKernel = FunctionIn<opdk::NumberTypes, 2, [](auto x) { return Truncated(x); }>;

template <int64_t kCost, auto kFunction>
using ScaledFunction = opdk::MapCpuKernel<opdk::FunctionOf<kCost, kFunction, FloatAttribute("base", -1),
                                                           FloatAttribute("scale", 1), FloatAttribute("shift", 0)>,
                                          ScalarTypes>;
using ExpCpuKernel = ScaledFunction<20, [](auto x, auto base, auto scale, auto shift) {
  const auto exponent = Widened(Scaled(x, scale, shift));
  return base == decltype(x)(-1) ? std::exp(exponent) : Power(Widened(base), exponent);
}>;
using LogCpuKernel = ScaledFunction<20, [](auto x, auto base, auto scale, auto shift) {
  return Logarithm(Widened(Scaled(x, scale, shift)), Widened(base));
}>;
using SqrtCpuKernel = FunctionIn<ScalarTypes, 4, [](auto x) { return std::sqrt(Widened(x)); }>;
using ReciprocalCpuKernel = FunctionIn<ScalarTypes, 4, [](auto x) { return Over(decltype(x)(1), x); }>;
using SinCpuKernel = FunctionIn<ScalarTypes, 24, [](auto x) { return std::sin(Widened(x)); }>;
using CosCpuKernel = FunctionIn<ScalarTypes, 24, [](auto x) { return std::cos(Widened(x)); }>;
using TanCpuKernel = FunctionIn<ScalarTypes, 40, [](auto x) { return std::tan(Widened(x)); }>;
using AsinCpuKernel = FunctionIn<ScalarTypes, 30, [](auto x) { return std::asin(Widened(x)); }>;
using AcosCpuKernel = FunctionIn<ScalarTypes, 30, [](auto x) { return std::acos(Widened(x)); }>;
using AtanCpuKernel = FunctionIn<ScalarTypes, 30, [](auto x) { return std::atan(Widened(x)); }>;
using SinhCpuKernel = FunctionIn<ScalarTypes, 40, [](auto x) { return std::sinh(Widened(x)); }>;
using CoshCpuKernel = FunctionIn<ScalarTypes, 40, [](auto x) { return std::cosh(Widened(x)); }>;
using AsinhCpuKernel = FunctionIn<ScalarTypes, 40, [](auto x) { return std::asinh(Widened(x)); }>;
using AcoshCpuKernel = FunctionIn<ScalarTypes, 40, [](auto x) { return std::acosh(Widened(x)); }>;
using AtanhCpuKernel = FunctionIn<ScalarTypes, 40, [](auto x) { return std::atanh(Widened(x)); }>;
using FloorCpuKernel = FloatMapCpuKernel<2, [](auto x) { return std::floor(x); }>;
using CeilCpuKernel = FloatMapCpuKernel<2, [](auto x) { return std::ceil(x); }>;
using RsqrtCpuKernel = FunctionIn<ScalarTypes, 8, [](auto x) { return InverseRoot(Widened(x)); }>;
using Expm1CpuKernel = FunctionIn<ScalarTypes, 24, [](auto x) { return ExpMinusOne(Widened(x)); }>;
using Log1pCpuKernel = FunctionIn<ScalarTypes, 24, [](auto x) { return LogOnePlus(Widened(x)); }>;
using RintCpuKernel = FloatMapCpuKernel<2, [](auto x) { return std::nearbyint(x); }>;
using InvCpuKernel = ReciprocalCpuKernel;
using NanToNumCpuKernel =
    FloatMapCpuKernel<2, [](auto x, auto nan, auto posinf, auto neginf) { return Replaced(x, nan, posinf, neginf); },
                      FloatAttribute("nan", 0), FloatAttribute("posinf", 0), FloatAttribute("neginf", 0)>;
using RoundCpuKernel = opdk::MapCpuKernel<RoundFunction, ScalarTypes>;

using IsFiniteCpuKernel = TestCpuKernel<[](auto x) { return std::isfinite(x); }>;
using IsPosInfCpuKernel = TestCpuKernel<[](auto x) { return std::isinf(x) && 0 < x; }>;
using IsNegInfCpuKernel = TestCpuKernel<[](auto x) { return std::isinf(x) && x < 0; }>;

}  // namespace

REGISTER_CPU_KERNEL(kAbs, AbsCpuKernel);
REGISTER_CPU_KERNEL(kNeg, NegCpuKernel);
REGISTER_CPU_KERNEL(kExp, ExpCpuKernel);
REGISTER_CPU_KERNEL(kLog, LogCpuKernel);
REGISTER_CPU_KERNEL(kSqrt, SqrtCpuKernel);
REGISTER_CPU_KERNEL(kReciprocal, ReciprocalCpuKernel);
REGISTER_CPU_KERNEL(kSin, SinCpuKernel);
REGISTER_CPU_KERNEL(kCos, CosCpuKernel);
REGISTER_CPU_KERNEL(kTan, TanCpuKernel);
REGISTER_CPU_KERNEL(kAsin, AsinCpuKernel);
REGISTER_CPU_KERNEL(kAcos, AcosCpuKernel);
REGISTER_CPU_KERNEL(kAtan, AtanCpuKernel);
REGISTER_CPU_KERNEL(kSinh, SinhCpuKernel);
REGISTER_CPU_KERNEL(kCosh, CoshCpuKernel);
REGISTER_CPU_KERNEL(kAsinh, AsinhCpuKernel);
REGISTER_CPU_KERNEL(kAcosh, AcoshCpuKernel);
REGISTER_CPU_KERNEL(kAtanh, AtanhCpuKernel);
REGISTER_CPU_KERNEL(kFloor, FloorCpuKernel);
REGISTER_CPU_KERNEL(kCeil, CeilCpuKernel);
REGISTER_CPU_KERNEL(kRound, RoundCpuKernel);
REGISTER_CPU_KERNEL(kErf, ErfCpuKernel);
REGISTER_CPU_KERNEL(kSign, SignCpuKernel);
REGISTER_CPU_KERNEL(kRsqrt, RsqrtCpuKernel);
REGISTER_CPU_KERNEL(kSquare, SquareCpuKernel);
REGISTER_CPU_KERNEL(kExpm1, Expm1CpuKernel);
REGISTER_CPU_KERNEL(kLog1p, Log1pCpuKernel);
REGISTER_CPU_KERNEL(kRint, RintCpuKernel);
REGISTER_CPU_KERNEL(kInv, InvCpuKernel);
REGISTER_CPU_KERNEL(kTrunc, TruncCpuKernel);
REGISTER_CPU_KERNEL(kNanToNum, NanToNumCpuKernel);
REGISTER_CPU_KERNEL(kIsFinite, IsFiniteCpuKernel);
REGISTER_CPU_KERNEL(kIsPosInf, IsPosInfCpuKernel);
REGISTER_CPU_KERNEL(kIsNegInf, IsNegInfCpuKernel);

}  // namespace aicpu
