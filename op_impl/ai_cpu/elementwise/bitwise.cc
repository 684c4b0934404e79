// Operations on the bits of integers.
#include <algorithm>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

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
OPDK_CPU_KERNEL(BitwiseAnd, IntegerPairs<BitwiseAndFunction>);
OPDK_CPU_KERNEL(BitwiseOr, IntegerPairs<BitwiseOrFunction>);
OPDK_CPU_KERNEL(BitwiseXor, IntegerPairs<BitwiseXorFunction>);
OPDK_CPU_KERNEL(Invert, opdk::MapCpuKernel<InvertFunction, opdk::IntegerTypes>);
OPDK_CPU_KERNEL(LeftShift, IntegerPairs<LeftShiftFunction>);
OPDK_CPU_KERNEL(RightShift, IntegerPairs<RightShiftFunction>);

}  // namespace

}  // namespace aicpu
