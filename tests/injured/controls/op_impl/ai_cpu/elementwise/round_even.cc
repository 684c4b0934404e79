#include <cmath>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kRoundEven = "RoundEven";

template <typename T>
uint32_t ComputeRoundEven(const aicpu::CpuKernelContext& context) {
  using Wide = kernel::Wide<T>;
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  return aicpu::CpuKernelUtils::ParallelFor(context, context.Input(0)->NumElements(), kernel::kElementsPerPiece,
                                            [=](int64_t begin, int64_t end) {
                                              for (int64_t i = begin; i < end; ++i) {
                                                const auto value = static_cast<Wide>(x[i]);
                                                y[i] = static_cast<T>(std::nearbyint(value));
                                              }
                                            });
}

}  // namespace

namespace aicpu {

class RoundEvenCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeRoundEven<Eigen::half>(context);
      case DT_FLOAT:
        return ComputeRoundEven<float>(context);
      case DT_DOUBLE:
        return ComputeRoundEven<double>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kRoundEven, RoundEvenCpuKernel);

}  // namespace aicpu
