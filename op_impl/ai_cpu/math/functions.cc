// Functions of one tensor, each a function of one value in the compute type of x.
#include <cmath>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/sign.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

using opdk::FloatAttribute;
using opdk::FloatMapCpuKernel;

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

// -x; the smallest integer, which has no counterpart, stays.
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
  if constexpr (std::is_floating_point_v<T>) return x * x;
  return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(x));
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

// scale * x + shift; x itself where that is what it says.
template <typename T>
T Scaled(T x, T scale, T shift) {
  return scale == 1 && shift == 0 ? x : scale * x + shift;
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
    if (decimals == 0) return std::nearbyint(x);
    // What is so large that it has no such digits stays as it is.
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
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::MapElements<T, bool>(ctx, 1, kQuestion); });
  }
};

template <typename AllTypes, int64_t kCost, auto kFunction>
using FunctionIn = opdk::MapCpuKernel<opdk::FunctionOf<kCost, kFunction>, AllTypes>;

using SignedNumberTypes = opdk::Join<opdk::FloatTypes, opdk::SignedTypes>;

using AbsCpuKernel = FunctionIn<opdk::NumberTypes, 1, [](auto x) { return Magnitude(x); }>;
using NegCpuKernel = FunctionIn<SignedNumberTypes, 1, [](auto x) { return Negative(x); }>;
using SquareCpuKernel = FunctionIn<opdk::NumberTypes, 1, [](auto x) { return Squared(x); }>;
using SignCpuKernel = FunctionIn<opdk::NumberTypes, 1, [](auto x) { return opdk::SignOf(x); }>;
using ErfCpuKernel = FunctionIn<opdk::NumberTypes, 30, [](auto x) { return ErrorFunction(x); }>;
using TruncCpuKernel = FunctionIn<opdk::NumberTypes, 2, [](auto x) { return Truncated(x); }>;

using ExpCpuKernel =
    FloatMapCpuKernel<20,
                      [](auto x, auto base, auto scale, auto shift) {
                        return base == -1 ? std::exp(Scaled(x, scale, shift)) : std::pow(base, Scaled(x, scale, shift));
                      },
                      FloatAttribute("base", -1), FloatAttribute("scale", 1), FloatAttribute("shift", 0)>;
using LogCpuKernel =
    FloatMapCpuKernel<20,
                      [](auto x, auto base, auto scale, auto shift) {
                        return base == -1 ? std::log(Scaled(x, scale, shift))
                                          : std::log(Scaled(x, scale, shift)) / std::log(base);
                      },
                      FloatAttribute("base", -1), FloatAttribute("scale", 1), FloatAttribute("shift", 0)>;
using SqrtCpuKernel = FloatMapCpuKernel<4, [](auto x) { return std::sqrt(x); }>;
using ReciprocalCpuKernel = FloatMapCpuKernel<4, [](auto x) { return 1 / x; }>;
using SinCpuKernel = FloatMapCpuKernel<24, [](auto x) { return std::sin(x); }>;
using CosCpuKernel = FloatMapCpuKernel<24, [](auto x) { return std::cos(x); }>;
using TanCpuKernel = FloatMapCpuKernel<40, [](auto x) { return std::tan(x); }>;
using AsinCpuKernel = FloatMapCpuKernel<30, [](auto x) { return std::asin(x); }>;
using AcosCpuKernel = FloatMapCpuKernel<30, [](auto x) { return std::acos(x); }>;
using AtanCpuKernel = FloatMapCpuKernel<30, [](auto x) { return std::atan(x); }>;
using SinhCpuKernel = FloatMapCpuKernel<40, [](auto x) { return std::sinh(x); }>;
using CoshCpuKernel = FloatMapCpuKernel<40, [](auto x) { return std::cosh(x); }>;
using AsinhCpuKernel = FloatMapCpuKernel<40, [](auto x) { return std::asinh(x); }>;
using AcoshCpuKernel = FloatMapCpuKernel<40, [](auto x) { return std::acosh(x); }>;
using AtanhCpuKernel = FloatMapCpuKernel<40, [](auto x) { return std::atanh(x); }>;
using FloorCpuKernel = FloatMapCpuKernel<2, [](auto x) { return std::floor(x); }>;
using CeilCpuKernel = FloatMapCpuKernel<2, [](auto x) { return std::ceil(x); }>;
using RsqrtCpuKernel = FloatMapCpuKernel<8, [](auto x) { return 1 / std::sqrt(x); }>;
using Expm1CpuKernel = FloatMapCpuKernel<24, [](auto x) { return std::expm1(x); }>;
using Log1pCpuKernel = FloatMapCpuKernel<24, [](auto x) { return std::log1p(x); }>;
using RintCpuKernel = FloatMapCpuKernel<2, [](auto x) { return std::nearbyint(x); }>;
using InvCpuKernel = FloatMapCpuKernel<4, [](auto x) { return 1 / x; }>;
using NanToNumCpuKernel =
    FloatMapCpuKernel<2, [](auto x, auto nan, auto posinf, auto neginf) { return Replaced(x, nan, posinf, neginf); },
                      FloatAttribute("nan", 0), FloatAttribute("posinf", 0), FloatAttribute("neginf", 0)>;
using RoundCpuKernel = opdk::MapCpuKernel<RoundFunction, opdk::FloatTypes>;

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
