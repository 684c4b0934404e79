#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kFloorDivide = "FloorDivide";

template <typename T>
T FloorDivide(T a, T b) {
  if (b == 0) return 0;
  if (b == -1) return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
  const auto quotient = static_cast<T>(a / b);
  const bool lower = a % b != 0 && (a < 0) != (b < 0);
  return static_cast<T>(lower ? quotient - 1 : quotient);
}

template <typename T>
uint32_t ComputeFloorDivide(const aicpu::CpuKernelContext& context) {
  const auto* x1 = kernel::Input<T>(context, 0);
  const auto* x2 = kernel::Input<T>(context, 1);
  auto* y = kernel::Output<T>(context, 0);
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Output(0)->NumElements(), kernel::kElementsPerPiece,
                                            [=](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i) y[i] = FloorDivide(x1[i], x2[i]);
                                            });
}

}  // namespace

namespace aicpu {

class FloorDivideCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_INT8:
        return ComputeFloorDivide<int8_t>(context);
      case DT_INT32:
        return ComputeFloorDivide<int32_t>(context);
      case DT_INT64:
        return ComputeFloorDivide<int64_t>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kFloorDivide, FloorDivideCpuKernel);

}  // namespace aicpu
