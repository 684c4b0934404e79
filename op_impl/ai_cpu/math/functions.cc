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
using opdk::Product;
using opdk::Quotient;
using opdk::ScalarTypes;
using opdk::Widened;

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
    return Product(x, x);
  }
}

template <typename T>
T InverseRoot(T x) {
  return Quotient(T(1), std::sqrt(x));
}

// Returns the sign of x. A complex number's sign lies on the unit circle.
template <typename T>
T Sign(T x) {
  if constexpr (opdk::kIsComplex<T>) {
    if (x == T(0)) return x;
    // Half of it, where the modulus might not fit.
    const bool large = std::abs(x.real()) > 1 || std::abs(x.imag()) > 1;
    const std::complex<double> number = Widened(x) * (large ? 0.5 : 1.0);
    return static_cast<T>(Quotient(number, std::complex<double>(std::abs(number))));
  } else {
    return opdk::SignOf(x);
  }
}

template <typename T>
T Power(T base, T exponent) {
  if constexpr (opdk::kIsComplex<T>) {
    return std::exp(Product(std::log(base), exponent));
  } else {
    return std::pow(base, exponent);
  }
}

// Computes the logarithm to a base. -1 stands for e.
template <typename T>
T Logarithm(T x, T base) {
  return base == T(-1) ? std::log(x) : Quotient(std::log(x), std::log(base));
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

OPDK_CPU_KERNEL(Abs, FunctionIn<opdk::NumberTypes, 1, [](auto x) { return Magnitude(x); }>);
OPDK_CPU_KERNEL(Neg, FunctionIn<SignedNumberTypes, 1, [](auto x) { return Negative(x); }>);
OPDK_CPU_KERNEL(Square, FunctionIn<opdk::ArithmeticTypes, 1, [](auto x) { return Squared(x); }>);
OPDK_CPU_KERNEL(Sign, FunctionIn<opdk::ArithmeticTypes, 1, [](auto x) { return Sign(x); }>);
OPDK_CPU_KERNEL(Erf, FunctionIn<opdk::NumberTypes, 30, [](auto x) { return ErrorFunction(x); }>);
OPDK_CPU_KERNEL(Trunc, FunctionIn<opdk::NumberTypes, 2, [](auto x) { return Truncated(x); }>);

template <int64_t kCost, auto kFunction>
using ScaledFunction = opdk::MapCpuKernel<opdk::FunctionOf<kCost, kFunction, FloatAttribute("base", -1),
                                                           FloatAttribute("scale", 1), FloatAttribute("shift", 0)>,
                                          ScalarTypes>;
OPDK_CPU_KERNEL(Exp, ScaledFunction<20, [](auto x, auto base, auto scale, auto shift) {
                  const auto exponent = Widened(Scaled(x, scale, shift));
                  return base == decltype(x)(-1) ? std::exp(exponent) : Power(Widened(base), exponent);
                }>);
OPDK_CPU_KERNEL(Log, ScaledFunction<20, [](auto x, auto base, auto scale, auto shift) {
                  return Logarithm(Widened(Scaled(x, scale, shift)), Widened(base));
                }>);
OPDK_CPU_KERNEL(Sqrt, FunctionIn<ScalarTypes, 4, [](auto x) { return std::sqrt(Widened(x)); }>);
using ReciprocalCpuKernel = FunctionIn<ScalarTypes, 4, [](auto x) { return Quotient(decltype(x)(1), x); }>;
OPDK_CPU_KERNEL(Reciprocal, ReciprocalCpuKernel);
OPDK_CPU_KERNEL(Sin, FunctionIn<ScalarTypes, 24, [](auto x) { return std::sin(Widened(x)); }>);
OPDK_CPU_KERNEL(Cos, FunctionIn<ScalarTypes, 24, [](auto x) { return std::cos(Widened(x)); }>);
OPDK_CPU_KERNEL(Tan, FunctionIn<ScalarTypes, 40, [](auto x) { return std::tan(Widened(x)); }>);
OPDK_CPU_KERNEL(Asin, FunctionIn<ScalarTypes, 30, [](auto x) { return std::asin(Widened(x)); }>);
OPDK_CPU_KERNEL(Acos, FunctionIn<ScalarTypes, 30, [](auto x) { return std::acos(Widened(x)); }>);
OPDK_CPU_KERNEL(Atan, FunctionIn<ScalarTypes, 30, [](auto x) { return std::atan(Widened(x)); }>);
OPDK_CPU_KERNEL(Sinh, FunctionIn<ScalarTypes, 40, [](auto x) { return std::sinh(Widened(x)); }>);
OPDK_CPU_KERNEL(Cosh, FunctionIn<ScalarTypes, 40, [](auto x) { return std::cosh(Widened(x)); }>);
OPDK_CPU_KERNEL(Asinh, FunctionIn<ScalarTypes, 40, [](auto x) { return std::asinh(Widened(x)); }>);
OPDK_CPU_KERNEL(Acosh, FunctionIn<ScalarTypes, 40, [](auto x) { return std::acosh(Widened(x)); }>);
OPDK_CPU_KERNEL(Atanh, FunctionIn<ScalarTypes, 40, [](auto x) { return std::atanh(Widened(x)); }>);
OPDK_CPU_KERNEL(Floor, FloatMapCpuKernel<2, [](auto x) { return std::floor(x); }>);
OPDK_CPU_KERNEL(Ceil, FloatMapCpuKernel<2, [](auto x) { return std::ceil(x); }>);
OPDK_CPU_KERNEL(Rsqrt, FunctionIn<ScalarTypes, 8, [](auto x) { return InverseRoot(Widened(x)); }>);
OPDK_CPU_KERNEL(Expm1, FunctionIn<ScalarTypes, 24, [](auto x) { return ExpMinusOne(Widened(x)); }>);
OPDK_CPU_KERNEL(Log1p, FunctionIn<ScalarTypes, 24, [](auto x) { return LogOnePlus(Widened(x)); }>);
OPDK_CPU_KERNEL(Rint, FloatMapCpuKernel<2, [](auto x) { return std::nearbyint(x); }>);
OPDK_CPU_KERNEL(Inv, ReciprocalCpuKernel);
OPDK_CPU_KERNEL(
    NanToNum,
    FloatMapCpuKernel<2, [](auto x, auto nan, auto posinf, auto neginf) { return Replaced(x, nan, posinf, neginf); },
                      FloatAttribute("nan", 0), FloatAttribute("posinf", 0), FloatAttribute("neginf", 0)>);
OPDK_CPU_KERNEL(Round, opdk::MapCpuKernel<RoundFunction, ScalarTypes>);

OPDK_CPU_KERNEL(IsFinite, TestCpuKernel<[](auto x) { return std::isfinite(x); }>);
OPDK_CPU_KERNEL(IsPosInf, TestCpuKernel<[](auto x) { return std::isinf(x) && 0 < x; }>);
OPDK_CPU_KERNEL(IsNegInf, TestCpuKernel<[](auto x) { return std::isinf(x) && x < 0; }>);

}  // namespace

}  // namespace aicpu
