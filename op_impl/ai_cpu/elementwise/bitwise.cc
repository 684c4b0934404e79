// Operations on the bits of integers.
#include <algorithm>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kBitwiseAnd = "BitwiseAnd";
const char* const kBitwiseOr = "BitwiseOr";
const char* const kBitwiseXor = "BitwiseXor";
const char* const kInvert = "Invert";
const char* const kLeftShift = "LeftShift";
const char* const kRightShift = "RightShift";

struct BitwiseAndFunction {
  static constexpr int64_t kCost = 1;
  auto operator()(auto x1, auto x2) const { return x1 & x2; }
};
struct BitwiseOrFunction {
  static constexpr int64_t kCost = 1;
  auto operator()(auto x1, auto x2) const { return x1 | x2; }
};
struct BitwiseXorFunction {
  static constexpr int64_t kCost = 1;
  auto operator()(auto x1, auto x2) const { return x1 ^ x2; }
};
struct InvertFunction {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(~x);
  }
};

// Counts beyond the bits of the tensor's dtype shift by all of them but one.
class ShiftFunction {
 public:
  static constexpr int64_t kCost = 2;
  explicit ShiftFunction(const CpuKernelContext& ctx) : most_(8 * GetSizeByDataType(ctx.Input(0)->GetDataType()) - 1) {}

 protected:
  template <typename T>
  int Count(T y) const {
    return static_cast<int>(std::clamp<T>(y, 0, static_cast<T>(most_)));
  }

 private:
  int most_;
};
struct LeftShiftFunction : ShiftFunction {
  using ShiftFunction::ShiftFunction;
  template <typename T>
  T operator()(T x, T y) const {
    return static_cast<T>(static_cast<uint64_t>(x) << Count(y));
  }
};
struct RightShiftFunction : ShiftFunction {
  using ShiftFunction::ShiftFunction;
  template <typename T>
  T operator()(T x, T y) const {
    return static_cast<T>(x >> Count(y));
  }
};

template <typename Function>
using IntegerPairs = opdk::PairCpuKernel<Function, opdk::IntegerTypes>;
using BitwiseAndCpuKernel = IntegerPairs<BitwiseAndFunction>;
using BitwiseOrCpuKernel = IntegerPairs<BitwiseOrFunction>;
using BitwiseXorCpuKernel = IntegerPairs<BitwiseXorFunction>;
using InvertCpuKernel = opdk::MapCpuKernel<InvertFunction, opdk::IntegerTypes>;
using LeftShiftCpuKernel = IntegerPairs<LeftShiftFunction>;
using RightShiftCpuKernel = IntegerPairs<RightShiftFunction>;

}  // namespace

REGISTER_CPU_KERNEL(kBitwiseAnd, BitwiseAndCpuKernel);
REGISTER_CPU_KERNEL(kBitwiseOr, BitwiseOrCpuKernel);
REGISTER_CPU_KERNEL(kBitwiseXor, BitwiseXorCpuKernel);
REGISTER_CPU_KERNEL(kInvert, InvertCpuKernel);
REGISTER_CPU_KERNEL(kLeftShift, LeftShiftCpuKernel);
REGISTER_CPU_KERNEL(kRightShift, RightShiftCpuKernel);

}  // namespace aicpu
