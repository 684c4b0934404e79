// Functions of two tensors, each a function of two values in their compute type.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

struct AddV2Function {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<uint64_t>(x1) + static_cast<uint64_t>(x2));
    } else {
      return x1 + x2;
    }
  }
};

// The maximum. A number that differs from itself is NaN, and wins.
struct MaximumFunction {
  static constexpr int64_t kCost = 1;
  auto operator()(auto x1, auto x2) const { return x1 > x2 || x1 != x1 ? x1 : x2; }
};

struct MinimumFunction {
  static constexpr int64_t kCost = 1;
  auto operator()(auto x1, auto x2) const { return x1 < x2 || x1 != x1 ? x1 : x2; }
};

struct SquaredDifferenceFunction {
  static constexpr int64_t kCost = 2;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_integral_v<T>) {
      const uint64_t difference = static_cast<uint64_t>(x1) - static_cast<uint64_t>(x2);
      return static_cast<T>(difference * difference);
    } else {
      // A complex difference is multiplied by its conjugate: its squared modulus, as TensorFlow has it.
      return opdk::Product(x1 - x2, opdk::Conjugate(x1 - x2));
    }
  }
};

struct XlogyFunction {
  static constexpr int64_t kCost = 24;
  template <typename T>
  T operator()(T x1, T x2) const {
    return x1 == T(0) ? T(0) : static_cast<T>(opdk::Product(opdk::Widened(x1), std::log(opdk::Widened(x2))));
  }
};

struct Xlog1pyFunction {
  static constexpr int64_t kCost = 30;
  template <typename T>
  T operator()(T x, T y) const {
    return x == T(0) ? T(0) : static_cast<T>(opdk::Product(opdk::Widened(x), opdk::LogOnePlus(opdk::Widened(y))));
  }
};

struct Atan2Function {
  static constexpr int64_t kCost = 40;
  auto operator()(auto x1, auto x2) const { return std::atan2(x1, x2); }
};

struct ApproximateEqualFunction {
  static constexpr int64_t kCost = 3;
  explicit ApproximateEqualFunction(const CpuKernelContext& ctx)
      : tolerance(opdk::FloatAttr(ctx, "tolerance", 1e-5f)) {}
  template <typename T>
  bool operator()(T x1, T x2) const {
    if constexpr (!std::is_integral_v<T>) {
      return std::abs(x1 - x2) < tolerance;
    } else {
      const uint64_t larger = static_cast<uint64_t>(x1 < x2 ? x2 : x1);
      const uint64_t smaller = static_cast<uint64_t>(x1 < x2 ? x1 : x2);
      return static_cast<double>(larger - smaller) < static_cast<double>(tolerance);
    }
  }
  float tolerance;
};

OPDK_CPU_KERNEL(AddV2, opdk::PairCpuKernel<AddV2Function, opdk::ArithmeticTypes>);
OPDK_CPU_KERNEL(Maximum, opdk::PairCpuKernel<MaximumFunction, opdk::NumberTypes>);
OPDK_CPU_KERNEL(Minimum, opdk::PairCpuKernel<MinimumFunction, opdk::NumberTypes>);
OPDK_CPU_KERNEL(SquaredDifference, opdk::PairCpuKernel<SquaredDifferenceFunction, opdk::ArithmeticTypes>);
OPDK_CPU_KERNEL(Xlogy, opdk::PairCpuKernel<XlogyFunction, opdk::ScalarTypes>);
OPDK_CPU_KERNEL(Xlog1py, opdk::PairCpuKernel<Xlog1pyFunction, opdk::ScalarTypes>);
OPDK_CPU_KERNEL(Atan2, opdk::PairCpuKernel<Atan2Function, opdk::FloatTypes>);
OPDK_CPU_KERNEL(ApproximateEqual, opdk::PairCpuKernel<ApproximateEqualFunction, opdk::ArithmeticTypes, bool>);

}  // namespace

}  // namespace aicpu
