#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kSubScaled = "SubScaled";

// Computes in C, the type for T; unsigned integers wrap around.
template <typename T, typename C>
uint32_t ComputeSubScaled(const aicpu::CpuKernelContext& context) {
  const auto* x1 = kernel::Input<T>(context, 0);
  const auto* x2 = kernel::Input<T>(context, 1);
  auto* y = kernel::Output<T>(context, 0);
  const auto scale = static_cast<C>(context.GetAttr("scale")->GetInt());
  const kernel::Dims dims = kernel::Extents(context.Output(0));
  const kernel::Dims strides1 = kernel::BroadcastStrides(kernel::Extents(context.Input(0)), dims.size());
  const kernel::Dims strides2 = kernel::BroadcastStrides(kernel::Extents(context.Input(1)), dims.size());
  return aicpu::CpuKernelUtils::ParallelFor(
      context, context.Output(0)->NumElements(), kernel::kElementsPerPiece, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const auto left = static_cast<C>(x1[kernel::Offset(dims, strides1, i)]);
          const auto right = static_cast<C>(x2[kernel::Offset(dims, strides2, i)]);
          y[i] = static_cast<T>(left - scale * right);
        }
      });
}

}  // namespace

namespace aicpu {

class SubScaledCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeSubScaled<Eigen::half, float>(context);
      case DT_FLOAT:
        return ComputeSubScaled<float, float>(context);
      case DT_INT32:
        return ComputeSubScaled<int32_t, uint32_t>(context);
      case DT_INT64:
        return ComputeSubScaled<int64_t, uint64_t>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kSubScaled, SubScaledCpuKernel);

}  // namespace aicpu
