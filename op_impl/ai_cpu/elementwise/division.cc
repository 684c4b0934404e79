// Quotients, remainders and products of two tensors, each a function of two values in their compute type.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

struct RealDivFunction {
  static constexpr int64_t kCost = 6;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_integral_v<T>) {
      // The processor traps at these two.
      if (x2 == 0) return 0;
      if (std::is_signed_v<T> && x2 == T(-1)) return static_cast<T>(uint64_t{0} - static_cast<uint64_t>(x1));
    }
    return static_cast<T>(opdk::Quotient(x1, x2));
  }
};

struct TruncateModFunction {
  static constexpr int64_t kCost = 12;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fmod(x1, x2);
    } else {
      if (x2 == 0 || (std::is_signed_v<T> && x2 == T(-1))) return 0;
      return static_cast<T>(x1 % x2);
    }
  }
};

struct DivNoNanFunction {
  static constexpr int64_t kCost = 6;
  template <typename T>
  T operator()(T x1, T x2) const {
    return x2 == T(0) ? T(0) : RealDivFunction()(x1, x2);
  }
};

struct MulNoNanFunction {
  static constexpr int64_t kCost = 2;
  template <typename T>
  T operator()(T x1, T x2) const {
    if (x2 == T(0)) return T(0);
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<uint64_t>(x1) * static_cast<uint64_t>(x2));
    } else {
      return opdk::Product(x1, x2);
    }
  }
};

struct FloorModFunction {
  static constexpr int64_t kCost = 14;
  template <typename T>
  T operator()(T x1, T x2) const {
    const T rest = TruncateModFunction()(x1, x2);
    return rest != 0 && (rest < 0) != (x2 < 0) ? static_cast<T>(rest + x2) : rest;
  }
};

struct FloorDivFunction {
  static constexpr int64_t kCost = 16;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::floor(x1 / x2);
    } else {
      const T rest = TruncateModFunction()(x1, x2);
      const T quotient = RealDivFunction()(x1, x2);
      return rest != 0 && (rest < 0) != (x2 < 0) ? static_cast<T>(quotient - 1) : quotient;
    }
  }
};

struct TruncateDivFunction {
  static constexpr int64_t kCost = 8;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_floating_point_v<T>) return std::trunc(x1 / x2);
    return RealDivFunction()(x1, x2);
  }
};

struct XdivyFunction {
  static constexpr int64_t kCost = 5;
  auto operator()(auto x1, auto x2) const { return x1 == decltype(x1)(0) ? decltype(x1)(0) : opdk::Quotient(x1, x2); }
};

template <typename Function>
using NumberPairs = opdk::PairCpuKernel<Function, opdk::NumberTypes>;
template <typename Function>
using ArithmeticPairs = opdk::PairCpuKernel<Function, opdk::ArithmeticTypes>;
OPDK_CPU_KERNEL(RealDiv, ArithmeticPairs<RealDivFunction>);
OPDK_CPU_KERNEL(DivNoNan, ArithmeticPairs<DivNoNanFunction>);
OPDK_CPU_KERNEL(MulNoNan, ArithmeticPairs<MulNoNanFunction>);
OPDK_CPU_KERNEL(FloorDiv, NumberPairs<FloorDivFunction>);
OPDK_CPU_KERNEL(FloorMod, NumberPairs<FloorModFunction>);
OPDK_CPU_KERNEL(TruncateDiv, NumberPairs<TruncateDivFunction>);
using TruncateModCpuKernel = NumberPairs<TruncateModFunction>;
OPDK_CPU_KERNEL(TruncateMod, TruncateModCpuKernel);
OPDK_CPU_KERNEL(Mod, TruncateModCpuKernel);
OPDK_CPU_KERNEL(Xdivy, opdk::PairCpuKernel<XdivyFunction, opdk::ScalarTypes>);

}  // namespace

}  // namespace aicpu
