// Add, Sub, Mul, Div; AssignAdd, AssignSub.
#include <limits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

const char* const kAdd = "Add";
const char* const kSub = "Sub";
const char* const kMul = "Mul";
const char* const kDiv = "Div";
const char* const kAssignAdd = "AssignAdd";
const char* const kAssignSub = "AssignSub";

// Returns the unsigned type of an integer type. Sums, differences and products of two's complement numbers have the
// same bits, and unsigned numbers may overflow.
DataType AsUnsigned(DataType type) {
  switch (type) {
    case DT_INT8:
      return DT_UINT8;
    case DT_INT16:
      return DT_UINT16;
    case DT_INT32:
      return DT_UINT32;
    case DT_INT64:
      return DT_UINT64;
    default:
      return type;
  }
}

// Narrow integers are promoted to (signed) int by C++, whose products may overflow.
template <typename T>
using WrapType = std::conditional_t<std::is_integral_v<T> && sizeof(T) < 4, uint32_t, opdk::ComputeType<T>>;

struct AddFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 + x2; }
};
struct SubFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 - x2; }
};
struct MulFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 * x2; }
};
struct DivFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 / x2; }
};

template <typename Function>
class WrappingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::ScalarTypes, opdk::UnsignedTypes>;
    return opdk::Dispatch(AllTypes(), AsUnsigned(ctx.Output(0)->GetDataType()), [&]<typename T>() {
      if constexpr (opdk::kIsComplex<T> && std::is_same_v<Function, MulFunction>) {
        return opdk::BroadcastElements<T, T, T>(ctx, 6, opdk::Times<T>);
      }
      return opdk::BroadcastExpression<T, WrapType<T>, T>(ctx, 1, Function());
    });
  }
};

using AddCpuKernel = WrappingCpuKernel<AddFunction>;
using SubCpuKernel = WrappingCpuKernel<SubFunction>;
using AssignAddCpuKernel = AddCpuKernel;
using AssignSubCpuKernel = SubCpuKernel;
using MulCpuKernel = WrappingCpuKernel<MulFunction>;

// Divides with truncation. Two quotients have no value in T, and the processor would trap: x1 / 0 gives 0, and smallest
// / -1 gives smallest.
template <typename T>
T TruncatedQuotient(T x1, T x2) {
  if (x2 == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (x2 == T(-1) && x1 == std::numeric_limits<T>::min()) return x1;
  }
  return static_cast<T>(x1 / x2);
}

class DivCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      if constexpr (opdk::kIsComplex<T>) {
        return opdk::BroadcastElements<T, T, T>(ctx, 16, opdk::Over<T>);
      } else if constexpr (opdk::kIsFloating<T>) {
        return opdk::BroadcastExpression<T, opdk::ComputeType<T>, T>(ctx, 4, DivFunction());
      } else {
        return opdk::BroadcastElements<T, T, T>(ctx, 8, TruncatedQuotient<T>);
      }
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kAdd, AddCpuKernel);
REGISTER_CPU_KERNEL(kSub, SubCpuKernel);
REGISTER_CPU_KERNEL(kMul, MulCpuKernel);
REGISTER_CPU_KERNEL(kDiv, DivCpuKernel);
REGISTER_CPU_KERNEL(kAssignAdd, AssignAddCpuKernel);
REGISTER_CPU_KERNEL(kAssignSub, AssignSubCpuKernel);

}  // namespace aicpu
