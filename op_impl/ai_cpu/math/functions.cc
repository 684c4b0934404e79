// Functions of one tensor, each a function of one value in the compute type of x.
#include <cmath>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

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

// -x; the smallest integer, which has no counterpart, stays.
template <typename T>
T Negative(T x) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(0 - static_cast<uint64_t>(x));
  } else {
    return -x;
  }
}

struct AbsFunction {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::abs(x);
    } else {
      return x < T(0) ? Negative(x) : x;
    }
  }
};

struct NegFunction {
  static constexpr int64_t kCost = 1;
  auto operator()(auto x) const { return Negative(x); }
};

// The attributes that Exp and Log share.
struct Scale {
  explicit Scale(const CpuKernelContext& ctx)
      : base(opdk::FloatAttr(ctx, "base", -1.0F)),
        scale(opdk::FloatAttr(ctx, "scale", 1.0F)),
        shift(opdk::FloatAttr(ctx, "shift", 0.0F)) {}
  template <typename T>
  T Scaled(T x) const {
    return scale == 1 && shift == 0 ? x : T(scale) * x + T(shift);
  }
  float base;
  float scale;
  float shift;
};

struct ExpFunction : Scale {
  static constexpr int64_t kCost = 20;
  using Scale::Scale;
  template <typename T>
  T operator()(T x) const {
    return base == -1 ? std::exp(Scaled(x)) : std::pow(T(base), Scaled(x));
  }
};

struct LogFunction : Scale {
  static constexpr int64_t kCost = 20;
  using Scale::Scale;
  template <typename T>
  T operator()(T x) const {
    return base == -1 ? std::log(Scaled(x)) : std::log(Scaled(x)) / std::log(T(base));
  }
};

struct SqrtFunction {
  static constexpr int64_t kCost = 4;
  auto operator()(auto x) const { return std::sqrt(x); }
};

struct ReciprocalFunction {
  static constexpr int64_t kCost = 4;
  auto operator()(auto x) const { return 1 / x; }
};

struct SinFunction {
  static constexpr int64_t kCost = 24;
  auto operator()(auto x) const { return std::sin(x); }
};

struct CosFunction {
  static constexpr int64_t kCost = 24;
  auto operator()(auto x) const { return std::cos(x); }
};

struct TanFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x) const { return std::tan(x); }
};

struct AsinFunction {
  static constexpr int64_t kCost = 30;
  auto operator()(auto x) const { return std::asin(x); }
};

struct AcosFunction {
  static constexpr int64_t kCost = 30;
  auto operator()(auto x) const { return std::acos(x); }
};

struct AtanFunction {
  static constexpr int64_t kCost = 30;
  auto operator()(auto x) const { return std::atan(x); }
};

struct SinhFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x) const { return std::sinh(x); }
};

struct CoshFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x) const { return std::cosh(x); }
};

struct AsinhFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x) const { return std::asinh(x); }
};

struct AcoshFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x) const { return std::acosh(x); }
};

struct AtanhFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x) const { return std::atanh(x); }
};

struct FloorFunction {
  static constexpr int64_t kCost = 2;
  auto operator()(auto x) const { return std::floor(x); }
};

struct CeilFunction {
  static constexpr int64_t kCost = 2;
  auto operator()(auto x) const { return std::ceil(x); }
};

using SignedNumberTypes = opdk::Join<opdk::FloatTypes, opdk::SignedTypes>;

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

struct ErfFunction {
  static constexpr int64_t kCost = 30;
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::erf(x);
    } else {
      return opdk::SafeCast<T>(std::erf(static_cast<double>(x)));
    }
  }
};

// A NaN compares with nothing and stays.
struct SignFunction {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x) const {
    if (x > T(0)) return T(1);
    if (x < T(0)) return T(-1);
    return x == T(0) ? T(0) : x;
  }
};

using AbsCpuKernel = opdk::MapCpuKernel<AbsFunction, opdk::NumberTypes>;
using NegCpuKernel = opdk::MapCpuKernel<NegFunction, SignedNumberTypes>;
using ExpCpuKernel = opdk::MapCpuKernel<ExpFunction, opdk::FloatTypes>;
using LogCpuKernel = opdk::MapCpuKernel<LogFunction, opdk::FloatTypes>;
using SqrtCpuKernel = opdk::MapCpuKernel<SqrtFunction, opdk::FloatTypes>;
using ReciprocalCpuKernel = opdk::MapCpuKernel<ReciprocalFunction, opdk::FloatTypes>;
using SinCpuKernel = opdk::MapCpuKernel<SinFunction, opdk::FloatTypes>;
using CosCpuKernel = opdk::MapCpuKernel<CosFunction, opdk::FloatTypes>;
using TanCpuKernel = opdk::MapCpuKernel<TanFunction, opdk::FloatTypes>;
using AsinCpuKernel = opdk::MapCpuKernel<AsinFunction, opdk::FloatTypes>;
using AcosCpuKernel = opdk::MapCpuKernel<AcosFunction, opdk::FloatTypes>;
using AtanCpuKernel = opdk::MapCpuKernel<AtanFunction, opdk::FloatTypes>;
using SinhCpuKernel = opdk::MapCpuKernel<SinhFunction, opdk::FloatTypes>;
using CoshCpuKernel = opdk::MapCpuKernel<CoshFunction, opdk::FloatTypes>;
using AsinhCpuKernel = opdk::MapCpuKernel<AsinhFunction, opdk::FloatTypes>;
using AcoshCpuKernel = opdk::MapCpuKernel<AcoshFunction, opdk::FloatTypes>;
using AtanhCpuKernel = opdk::MapCpuKernel<AtanhFunction, opdk::FloatTypes>;
using FloorCpuKernel = opdk::MapCpuKernel<FloorFunction, opdk::FloatTypes>;
using CeilCpuKernel = opdk::MapCpuKernel<CeilFunction, opdk::FloatTypes>;
using RoundCpuKernel = opdk::MapCpuKernel<RoundFunction, opdk::FloatTypes>;
using ErfCpuKernel = opdk::MapCpuKernel<ErfFunction, opdk::NumberTypes>;
using SignCpuKernel = opdk::MapCpuKernel<SignFunction, opdk::NumberTypes>;

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

}  // namespace aicpu
