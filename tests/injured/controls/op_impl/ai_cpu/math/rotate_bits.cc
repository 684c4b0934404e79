#include <bit>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kRotateBits = "RotateBits";

template <typename T>
uint32_t ComputeRotateBits(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const auto count = static_cast<int>(context.GetAttr("count")->GetInt() % static_cast<int64_t>(8 * sizeof(T)));
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Input(0)->NumElements(), kernel::kElementsPerPiece,
                                            [=](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i) y[i] = std::rotl(x[i], count);
                                            });
}

}  // namespace

namespace aicpu {

class RotateBitsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_UINT8:
        return ComputeRotateBits<uint8_t>(context);
      case DT_UINT32:
        return ComputeRotateBits<uint32_t>(context);
      case DT_UINT64:
        return ComputeRotateBits<uint64_t>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kRotateBits, RotateBitsCpuKernel);

}  // namespace aicpu
