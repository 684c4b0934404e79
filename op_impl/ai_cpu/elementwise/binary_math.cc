// Functions of two tensors, each a function of two values in their compute type.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kAddV2 = "AddV2";
const char* const kMaximum = "Maximum";
const char* const kMinimum = "Minimum";
const char* const kSquaredDifference = "SquaredDifference";
const char* const kXlogy = "Xlogy";
const char* const kXlog1py = "Xlog1py";
const char* const kAtan2 = "Atan2";
const char* const kApproximateEqual = "ApproximateEqual";

struct AddV2Function {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x1, T x2) const {
    if constexpr (std::is_floating_point_v<T>) return x1 + x2;
    return static_cast<T>(static_cast<uint64_t>(x1) + static_cast<uint64_t>(x2));
  }
};

// What differs from itself is NaN, and stays.
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
    if constexpr (std::is_floating_point_v<T>) {
      return (x1 - x2) * (x1 - x2);
    } else {
      const uint64_t difference = static_cast<uint64_t>(x1) - static_cast<uint64_t>(x2);
      return static_cast<T>(difference * difference);
    }
  }
};

struct XlogyFunction {
  static constexpr int64_t kCost = 24;
  template <typename T>
  T operator()(T x1, T x2) const {
    return x1 == 0 ? T(0) : x1 * std::log(x2);
  }
};

struct Xlog1pyFunction {
  static constexpr int64_t kCost = 30;
  template <typename T>
  T operator()(T x, T y) const {
    return x == 0 ? T(0) : x * std::log1p(y);
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
    if constexpr (std::is_floating_point_v<T>) {
      return std::abs(x1 - x2) < T(tolerance);
    } else {
      const uint64_t larger = static_cast<uint64_t>(x1 < x2 ? x2 : x1);
      const uint64_t smaller = static_cast<uint64_t>(x1 < x2 ? x1 : x2);
      return static_cast<double>(larger - smaller) < static_cast<double>(tolerance);
    }
  }
  float tolerance;
};

using AddV2CpuKernel = opdk::PairCpuKernel<AddV2Function, opdk::NumberTypes>;
using MaximumCpuKernel = opdk::PairCpuKernel<MaximumFunction, opdk::NumberTypes>;
using MinimumCpuKernel = opdk::PairCpuKernel<MinimumFunction, opdk::NumberTypes>;
using SquaredDifferenceCpuKernel = opdk::PairCpuKernel<SquaredDifferenceFunction, opdk::NumberTypes>;
using XlogyCpuKernel = opdk::PairCpuKernel<XlogyFunction, opdk::FloatTypes>;
using Xlog1pyCpuKernel = opdk::PairCpuKernel<Xlog1pyFunction, opdk::FloatTypes>;
using Atan2CpuKernel = opdk::PairCpuKernel<Atan2Function, opdk::FloatTypes>;
using ApproximateEqualCpuKernel = opdk::PairCpuKernel<ApproximateEqualFunction, opdk::NumberTypes, bool>;

}  // namespace

REGISTER_CPU_KERNEL(kAddV2, AddV2CpuKernel);
REGISTER_CPU_KERNEL(kMaximum, MaximumCpuKernel);
REGISTER_CPU_KERNEL(kMinimum, MinimumCpuKernel);
REGISTER_CPU_KERNEL(kSquaredDifference, SquaredDifferenceCpuKernel);
REGISTER_CPU_KERNEL(kXlogy, XlogyCpuKernel);
REGISTER_CPU_KERNEL(kXlog1py, Xlog1pyCpuKernel);
REGISTER_CPU_KERNEL(kAtan2, Atan2CpuKernel);
REGISTER_CPU_KERNEL(kApproximateEqual, ApproximateEqualCpuKernel);

}  // namespace aicpu
