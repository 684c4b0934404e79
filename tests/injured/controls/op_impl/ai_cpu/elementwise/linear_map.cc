#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kLinearMap = "LinearMap";

template <typename T>
uint32_t ComputeLinearMap(const aicpu::CpuKernelContext& context) {
  using Wide = kernel::Wide<T>;
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const auto alpha = static_cast<Wide>(context.GetAttr("alpha")->GetFloat());
  const auto beta = static_cast<Wide>(context.GetAttr("beta")->GetFloat());
  const int64_t total = context.Input(0)->NumElements();
  return aicpu::CpuKernelUtils::ParallelFor(context, total, kernel::kElementsPerPiece, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      y[i] = static_cast<T>(static_cast<Wide>(x[i]) * alpha + beta);
    }
  });
}

}  // namespace

namespace aicpu {

class LinearMapCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeLinearMap<Eigen::half>(context);
      case DT_BFLOAT16:
        return ComputeLinearMap<Eigen::bfloat16>(context);
      case DT_FLOAT:
        return ComputeLinearMap<float>(context);
      case DT_DOUBLE:
        return ComputeLinearMap<double>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kLinearMap, LinearMapCpuKernel);

}  // namespace aicpu
